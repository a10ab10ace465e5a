import { useEffect, useState } from 'react'
import { keepTrying } from './network.ts'

/** Loads a rarely used module, such as a dialog, when it is wanted. Waits for a connection. */
export function useLater<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (isWanted && !loaded) keepTrying(load).then((part) => setLoaded({ part }))
  }, [isWanted, loaded, load])
  return loaded?.part
}
