import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

/** What is read of the text that is being written, again soon after each change. `read` has to stay the same. */
export function useSoon<T>(editor: Editor, read: (editor: Editor) => T): T {
  const [found, setFound] = useState(() => read(editor))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A long text is not read for every key.
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
