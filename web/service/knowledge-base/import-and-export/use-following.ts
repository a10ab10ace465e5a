import { useEffect } from 'react'
import { useReadAgain } from '#web/lib/write/read-again.ts'

const everyMs = 1500

export function useFollowing(isFollowed: boolean) {
  const readAgain = useReadAgain()
  useEffect(() => {
    if (!isFollowed) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(async () => {
        if (!document.hidden) await readAgain().catch(() => {})
        if (!isOver) next()
      }, everyMs)
    }
    next()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isFollowed, readAgain])
}
