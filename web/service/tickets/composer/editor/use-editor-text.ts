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
  const isReadOnly = useRef(false)
  const isBringing = useRef(false)

  /** At once, since the next key may come before anything is drawn. */
  function setReadOnly(isOn: boolean) {
    isReadOnly.current = isOn
    if (early.current) early.current.readOnly = isOn
    const { current: editor } = editorNow
    if (!editor) return
    editor.storage.readOnly.isOn = isOn
    editor.view.dom.setAttribute('aria-readonly', String(isOn))
  }

  return {
    editor,
    takeEditor(next: Editor | null) {
      editorNow.current = next
      setReadOnly(isReadOnly.current)
      setEditor(next)
    },
    isReadOnly,
    setReadOnly,
    html,
    early,
    isEmpty,
    /** As it stands right now: whoever types fast is ahead of what is drawn. */
    read: () => html.current + htmlOfText(early.current?.value ?? ''),
    focus: () => (editorNow.current ? focusAtEnd(editorNow.current) : early.current?.focus()),
    /** What stands in the plain field, which is not in `html`. */
    readEarly: () => early.current?.value ?? '',
    dropEarly(text: string) {
      const { current: field } = early
      if (text && field?.value.startsWith(text)) field.value = field.value.slice(text.length)
    },
    /** Shows a text that came from elsewhere beside what stands in the plain field; it counts as no change. */
    bring(next: string, bringText: (editor: Editor, html: string) => void) {
      html.current = next
      setEmpty(!next)
      const { current: editor } = editorNow
      if (!editor) return
      isBringing.current = true
      editor.storage.readOnly.isOn = false
      bringText(editor, next)
      editor.storage.readOnly.isOn = isReadOnly.current
      isBringing.current = false
    },
    write(next: string) {
      html.current = next
      setEmpty(!next)
      if (early.current) early.current.value = ''
      editorNow.current?.commands.setContent(next, { emitUpdate: false })
    },
    takeChange(changed: Editor) {
      html.current = changed.isEmpty ? '' : changed.getHTML()
      setEmpty(changed.isEmpty)
      // What was typed before the editor came is in what is sent.
      if (!isReadOnly.current && !isBringing.current) onChange()
    },
  }
}
