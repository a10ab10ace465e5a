import type { Editor } from '@tiptap/react'
import { useEffect, useState } from 'react'
import type { Reference } from '#contract/writing/document.ts'

/** Returns the title of a referenced article or category, with the section. Empty until it is loaded. */
export function useTitleOf(editor: Editor, reference: Reference | null) {
  const [title, setTitle] = useState('')
  const { kind, id, anchor } = reference ?? {}
  useEffect(() => {
    let isWanted = true
    if (!kind || !id) return setTitle('')
    const port = editor.storage.port.now()
    Promise.all([port.titleOf({ kind, id }), anchor ? port.sectionsOf?.(id) : undefined]).then(([found, sections]) => {
      const section = sections?.find((one) => one.anchor === anchor)?.text ?? anchor
      if (isWanted) setTitle(section ? `${found}: ${section}` : found)
    })
    return () => {
      isWanted = false
    }
  }, [editor, kind, id, anchor])
  return title
}
