import { useEffect, useState } from 'react'
import { retryUntilOnline } from './network.ts'

/** Loads a rarely used module as soon as `isWanted` is true. Repeats the load until there is a connection. */
export function useLazyModule<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (isWanted && !loaded) retryUntilOnline(load).then((part) => setLoaded({ part }))
  }, [isWanted, loaded, load])
  return loaded?.part
}
