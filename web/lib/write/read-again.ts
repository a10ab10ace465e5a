import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { withFrames } from './stay-loaded.ts'

/** `page`: the data of the page. `frame`: also the layout's data about the person and the workspace. */
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

/**
 * Resolves when the state that was set before is on the screen. The router has its data before it shows it, and a
 * placeholder would disappear too early. Leaving the page ends the wait. The router shows its data in a transition.
 * Another transition would not wait for it, because React orders them by lanes. A deferred value comes after all of
 * them.
 */
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
