import { useEffect, useRef } from 'react'
import { useReadAgain } from '#web/lib/write/read-again.ts'

const freshForMs = 4 * 60_000

/**
 * Reloads the data every four minutes, because its signed file URLs can expire after five minutes. A hidden page
 * reloads when it is visible again.
 */
export function useFreshLinks(isNeeded: boolean) {
  const readAgain = useReadAgain()
  const loadedAt = useRef(0)
  useEffect(() => {
    if (!isNeeded) return
    loadedAt.current = Date.now()
    const renew = () => {
      if (document.hidden || Date.now() - loadedAt.current < freshForMs) return
      loadedAt.current = Date.now()
      readAgain()
    }
    const timer = setInterval(renew, 30_000)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [isNeeded, readAgain])
}
