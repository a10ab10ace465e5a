import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { withFrames } from './stay-loaded.ts'

/** The data to reload. `page`: the page. `frame`: also the layouts, such as the person and the workspace. */
export type Extent = 'page' | 'frame'

export function useReadAgain() {
  const { revalidate } = useRevalidator()
  const shown = useShown()
  return useCallback(
    async (extent: Extent = 'page') => {
      await (extent === 'frame' ? withFrames(revalidate) : revalidate())
      await shown()
    },
    [revalidate, shown],
  )
}

// Returns a function that waits until the router's new data is on the screen, or until the page is left. The hook uses
// a deferred value, because React renders deferred values after the router's transition.
function useShown() {
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
