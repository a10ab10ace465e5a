import { useEffect, useState } from 'react'

type RichText = typeof import('./rich-text.tsx')

let loading: Promise<RichText> | undefined
let loaded: RichText | undefined

/** The editor is the largest part of the page, so it comes after everything else. */
export function loadRichText() {
  loading ??= import('./rich-text.tsx').then((module) => {
    loaded = module
    return module
  })
  return loading
}

/** The editor's parts, once they are here. */
export function useRichText() {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (!parts) loadRichText().then(setParts)
  }, [parts])
  return parts
}
