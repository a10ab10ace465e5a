import { useEffect, useState } from 'react'
import { waitUntilOnline } from './network.ts'

/** What few people open, such as a dialog: it comes when somebody does, without a connection once that is back. */
export function useLater<Part>(load: () => Promise<Part>, isWanted: boolean): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (isWanted && !loaded) loadPatiently(load).then((part) => setLoaded({ part }))
  }, [isWanted, loaded, load])
  return loaded?.part
}

async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    await waitUntilOnline(null)
    return loadPatiently(load)
  }
}
