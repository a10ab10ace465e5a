import { useEffect, useState } from 'react'
import { keepTrying } from '#web/lib/network/network.ts'

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
  loaded = await keepTrying(() => import('./rich-text.tsx'))
  return loaded
}

/** The editor's parts, once they are here. */
export function useRichText() {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!parts) loadRichText().then(setParts)
  }, [parts])
  return parts
}
