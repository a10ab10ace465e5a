import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import type { FoundArticle } from '#web/editor/editor-port.ts'

/** Articles by the words that are being typed; none while there is no word. */
export function useFoundArticles(editor: Editor, query: string) {
  const [found, setFound] = useState<FoundArticle[]>([])
  useEffect(() => {
    if (!query) return setFound([])
    const asking = new AbortController()
    const timer = setTimeout(
      () =>
        editor.storage.port
          .now()
          .searchArticles(query, asking.signal)
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
