import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

export function useSoon<T>(editor: Editor, read: (editor: Editor) => T): T {
  const [found, setFound] = useState(() => read(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        setFound(read(editor))
      }, 300)
    }
    setFound(read(editor))
    editor.on('update', readSoon)
    return () => {
      clearTimeout(timer)
      editor.off('update', readSoon)
    }
  }, [editor, read])
  return found
}
