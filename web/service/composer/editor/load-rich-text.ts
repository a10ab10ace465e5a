import { useEffect, useState } from 'react'
import { waitUntilOnline } from '#web/lib/network/network.ts'

type RichText = typeof import('./rich-text.tsx')

let loading: Promise<RichText> | undefined
let loaded: RichText | undefined

/** The editor is the largest part of the page, so it comes after everything else. */
export function loadRichText() {
  loading ??= load()
  return loading
}

/** Whoever lost the connection on the way gets the editor when it is back. */
async function load(): Promise<RichText> {
  try {
    loaded = await import('./rich-text.tsx')
    return loaded
  } catch {
    await waitUntilOnline(null)
    return load()
  }
}

/** The editor's parts, once they are here. */
export function useRichText() {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!parts) loadRichText().then(setParts)
  }, [parts])
  return parts
}
