import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'

/**
 * A promise of the moment in which what was set before is on the screen: the router has its data a while before it shows
 * it, and what stood in for that meanwhile would be gone too early. Whoever leaves the page waits for nothing.
 *
 * The router shows its data in a transition. Another transition would not wait for it, since React orders them by lanes
 * that it hands out in a circle; what is deferred comes after all of them.
 */
export function useShown() {
  const [asked, setAsked] = useState(0)
  const turn = useDeferredValue(asked)
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
      setAsked(own)
    })
  }, [])
}
