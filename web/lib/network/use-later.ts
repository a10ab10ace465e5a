import { useEffect, useState } from 'react'
import { keepTrying } from './network.ts'

/** A module that few people need, such as a dialog. It is loaded on demand, and waits for a connection. */
export function useLater<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (isWanted && !loaded) keepTrying(load).then((part) => setLoaded({ part }))
  }, [isWanted, loaded, load])
  return loaded?.part
}
