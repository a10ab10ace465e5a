import { useEffect, useState } from 'react'
import { keepTrying } from './network.ts'

/** What few people open, such as a dialog: it comes when somebody does, without a connection once that is back. */
export function useLater<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (isWanted && !loaded) keepTrying(load).then((part) => setLoaded({ part }))
  }, [isWanted, loaded, load])
  return loaded?.part
}
