import { useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useLocation, useNavigation, useRevalidator } from 'react-router'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import type { LiveChange } from './live.ts'
import { partsHref, type Touched } from './parts.ts'
import { useFollow } from './use-live-reload.ts'

type Name<D> = keyof D & string

/**
 * Returns the loader's data and keeps it current. After an event, reads only the changed parts, which replace the
 * loader's parts until the next full load.
 */
export function useLivePage<D extends object>(data: D, touched: (change: LiveChange) => Touched<Name<D>>): D {
  const readAgain = useReadAgain()
  const location = useLocation()
  const queued = useRef(new Set<Name<D> | 'page'>())
  const fresh = useFreshParts(data)
  // Waits while the whole page loads. Parts that are read during this time would be dropped.
  const isPageComing = [useRevalidator().state, useNavigation().state].some((state) => state !== 'idle')
  const isBusy = isPageComing || fresh.isReading

  async function load() {
    if (isBusy) return
    const parts = [...queued.current]
    queued.current.clear()
    if (parts.includes('page')) return readAgain()
    if (parts.length > 0) await fresh.read(partsHref(location, parts), () => want(parts))
  }

  function want(parts: Touched<Name<D>> | readonly (Name<D> | 'page')[]) {
    for (const part of parts === 'page' ? [parts] : parts) queued.current.add(part)
    return queued.current.size > 0
  }

  const asking = useFollow({ hear: (message) => want(message === 'reset' ? 'page' : touched(message)), load })
  useEffect(() => {
    if (!isBusy && queued.current.size > 0) asking.current()
  }, [isBusy, asking])

  return fresh.data
}

function useFreshParts<D extends object>(page: D) {
  const [turn, setTurn] = useState(0)
  // Each read gets a new fetcher key. With the same key, React Router would read these parts again on each load of the
  // page.
  const { load, state, data: answer } = useFetcher<Partial<D>>({ key: `${useId()} ${turn}` })
  const [fresh, setFresh] = useState<{ over: D; parts: Partial<D> }>()
  const reading = useRef<{ over: D; again: () => void }>(undefined)
  const isFresh = fresh?.over === page

  useEffect(() => {
    if (state !== 'idle' || !reading.current) return
    const { over, again } = reading.current
    // A redirect gives no answer but another page.
    if (answer === undefined && over === page) return
    reading.current = undefined
    setTurn((before) => before + 1)
    // If a whole page arrived during this read, it may be older than these parts. So the parts are read again for the
    // new page.
    if (over !== page) again()
    else
      setFresh((before) => ({ over, parts: { ...(before?.over === over && before.parts), ...(answer as Partial<D>) } }))
  }, [state, answer, page])

  return {
    data: isFresh ? { ...page, ...fresh.parts } : page,
    isReading: state !== 'idle' || answer !== undefined,
    read(href: string, again: () => void) {
      reading.current = { over: page, again }
      return load(href)
    },
  }
}
