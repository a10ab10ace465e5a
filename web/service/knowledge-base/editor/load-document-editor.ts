import { useEffect, useState } from 'react'
import { retryUntilOnline } from '#web/lib/network/network.ts'

type Parts = typeof import('./writing/editor-parts.ts')

let loading: Promise<Parts> | undefined
let loaded: Parts | undefined

async function load(): Promise<Parts> {
  loaded = await retryUntilOnline(() => import('./writing/editor-parts.ts'))
  return loaded
}

export function useEditorParts() {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    if (parts) return
    loading ??= load()
    loading.then(setParts)
  }, [parts])
  return parts
}
