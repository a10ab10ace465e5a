import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import type { Found } from '#web/editor/editor-port.ts'
import { linkableIn } from './linkable.ts'

/** What a text links to, by the words that are being typed; nothing while there is no word. */
export function useFound(editor: Editor, query: string) {
  const [found, setFound] = useState<Found[]>([])
  useEffect(() => {
    if (!query) return setFound([])
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        linkableIn(editor)
          .search(query, asking.signal)
          .then(setFound, () => {}),
      150,
    )
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [editor, query])
  return found
}
