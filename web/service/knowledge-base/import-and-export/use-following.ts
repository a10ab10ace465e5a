import { useEffect } from 'react'
import { useReadAgain } from '#web/lib/write/read-again.ts'

const everyMs = 1500

/** Reloads the page while an import or export runs and the tab is visible, because there is no event for progress. */
export function useFollowing(isFollowed: boolean) {
  const readAgain = useReadAgain()
  useEffect(() => {
    if (!isFollowed) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(async () => {
        // Tries again on the next interval.
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
