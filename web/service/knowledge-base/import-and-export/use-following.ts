import { useEffect } from 'react'
import { useReadAgain } from '#web/lib/write/read-again.ts'

const everyMs = 1500

/** Reads the page again as long as something is at work on it and somebody looks: nothing tells how far that is. */
export function useFollowing(isFollowed: boolean) {
  const readAgain = useReadAgain()
  useEffect(() => {
    if (!isFollowed) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(async () => {
        // A page that cannot be read now is asked for the next time.
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
