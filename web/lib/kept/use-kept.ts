import { useLayoutEffect, useRef, useState } from 'react'
import { dropKept, findLeft, type KeptWork, openKept, tabName } from './kept-work.ts'

const keepMs = 100
/** Work of another tab is restored only after this time, because that tab may be reloading. */
const reloadMs = 5_000

type Keeping<Work> = {
  prefix: string
  read: () => Work | null
  /** Takes over the work of a closed page. Returns false to leave the work in the browser. */
  take: (left: KeptWork<Work>) => boolean | Promise<boolean>
}

export function useKept<Work extends object>(keeping: Keeping<Work>) {
  const [isKept, setIsKept] = useState(false)
  const latest = useRef(keeping)
  latest.current = keeping
  const place = useRef<ReturnType<typeof openKept<Work>>>(undefined)
  const timer = useRef<number>(undefined)

  function keepNow() {
    clearTimeout(timer.current)
    timer.current = undefined
    const work = latest.current.read()
    const isDone = place.current?.keep(work) ?? false
    setIsKept(isDone && work !== null)
  }

  const changed = () => {
    timer.current ??= window.setTimeout(keepNow, keepMs)
  }

  async function takeLeft() {
    let isLater = false
    for (const left of await findLeft<Work>(latest.current.prefix)) {
      if (left.tab !== tabName() && Date.now() - (left.at ?? 0) < reloadMs) isLater = true
      else if (await latest.current.take(left)) {
        keepNow()
        dropKept(left.key)
      }
    }
    return isLater
  }

  // Uses a layout effect, because the cleanup must read the fields before React removes them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the place that the page has
  useLayoutEffect(() => {
    place.current = openKept<Work>(latest.current.prefix)
    let again: number
    takeLeft().then(
      (isLater) => {
        if (isLater) again = window.setTimeout(() => takeLeft().catch(() => {}), reloadMs)
      },
      () => {},
    )
    const keepHidden = () => document.hidden && timer.current !== undefined && keepNow()
    const keepLeaving = () => timer.current !== undefined && keepNow()
    document.addEventListener('visibilitychange', keepHidden)
    window.addEventListener('pagehide', keepLeaving)
    return () => {
      document.removeEventListener('visibilitychange', keepHidden)
      window.removeEventListener('pagehide', keepLeaving)
      clearTimeout(again)
      keepLeaving()
      place.current?.close()
    }
  }, [])

  return { isKept, changed, keepNow }
}
