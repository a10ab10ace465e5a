import { useEffect, useState } from 'react'
import { retryUntilOnline } from '#web/lib/network/network.ts'

type RichText = typeof import('./rich-text.tsx')

let loading: Promise<RichText> | undefined
let loaded: RichText | undefined

/**
 * Loads the code of the editor once. The page does this after everything else, because the editor is its largest part.
 */
export function loadRichText() {
  loading ??= load()
  return loading
}

async function load(): Promise<RichText> {
  loaded = await retryUntilOnline(() => import('./rich-text.tsx'))
  return loaded
}

export function useRichText() {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!parts) loadRichText().then(setParts)
  }, [parts])
  return parts
}
