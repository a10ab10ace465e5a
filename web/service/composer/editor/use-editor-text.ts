import { useRef, useState } from 'react'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { type Editor, focusAtEnd } from './message-editor.tsx'

/** The text of a message, in the editor or in the plain field that stands there before it. */
export function useEditorText(start: string, onChange: () => void) {
  const [editor, setEditor] = useState<Editor | null>(null)
  // It may come while something is on its way that began without it.
  const editorNow = useRef<Editor | null>(null)
  const [isEmpty, setEmpty] = useState(!start)
  const html = useRef(start)
  const early = useRef<HTMLTextAreaElement>(null)

  return {
    editor,
    takeEditor(next: Editor | null) {
      editorNow.current = next
      setEditor(next)
    },
    html,
    early,
    isEmpty,
    /** As it stands right now: whoever types fast is ahead of what is drawn. */
    read: () => html.current + htmlOfText(early.current?.value ?? ''),
    focus: () => (editorNow.current ? focusAtEnd(editorNow.current) : early.current?.focus()),
    write(next: string) {
      html.current = next
      setEmpty(!next)
      if (early.current) early.current.value = ''
      editorNow.current?.commands.setContent(next, { emitUpdate: false })
    },
    takeChange(changed: Editor) {
      html.current = changed.isEmpty ? '' : changed.getHTML()
      setEmpty(changed.isEmpty)
      onChange()
    },
  }
}
