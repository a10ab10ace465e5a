import { startTransition, useCallback, useEffect, useRef, useState } from 'react'

/**
 * A promise of the moment in which what was set before is on the screen: the router has its data a while before it shows
 * it, and what stood in for that meanwhile would be gone too early. Whoever leaves the page waits for nothing.
 */
export function useShown() {
  const [turn, setTurn] = useState(0)
  const last = useRef(0)
  const waiting = useRef(new Map<number, () => void>())
  const isGone = useRef(false)

  useEffect(() => {
    for (const [of, go] of waiting.current)
      if (of <= turn) {
        waiting.current.delete(of)
        go()
      }
  }, [turn])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      for (const go of waiting.current.values()) go()
    }
  }, [])

  return useCallback(() => {
    if (isGone.current) return Promise.resolve()
    last.current += 1
    const own = last.current
    return new Promise<void>((resolve) => {
      waiting.current.set(own, resolve)
      // As the router does it, so that it comes after what the router has set.
      startTransition(() => setTurn(own))
    })
  }, [])
}
