import '#web/editor/prose-mirror.css'
import type { Editor } from '@tiptap/react'
import { type RefObject, useRef, useState } from 'react'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { useRichText } from './load-rich-text.ts'
import type { RichTextProps } from './rich-text.tsx'

export type { Editor }

type Props = RichTextProps & {
  placeholder: string
  name?: string
  isEmpty: boolean
  editor: Editor | null
  early?: RefObject<HTMLTextAreaElement | null>
  onEarly?: () => void
}

/** Shows a plain text field until the editor has loaded, so that early letters trigger no shortcuts. */
export function MessageEditor({ name, placeholder, isEmpty, editor, early, onEditor, onEarly, ...rest }: Props) {
  const parts = useRichText()
  const ownField = useRef<HTMLTextAreaElement>(null)
  const field = early ?? ownField

  function takeEditor(next: Editor | null) {
    const isWriting = next && field.current && moveInto(next, field.current)
    onEditor(next)
    if (isWriting && rest.onArticle && parts?.takeCommand(next)) rest.onArticle()
  }

  return (
    // biome-ignore lint/a11y: pressing beside the text is a help for the pointer, the text itself has the focus
    <div
      onClick={(event) => event.target === event.currentTarget && editor?.commands.focus('end')}
      className="written relative max-h-[38dvh] min-h-16 cursor-text overflow-auto px-3.5 pt-2.5 pb-3 text-body"
    >
      {editor && isEmpty && (
        <p aria-hidden className="pointer-events-none absolute inset-x-3.5 truncate text-ink-3">
          {placeholder}
        </p>
      )}
      {!editor && (
        <textarea
          ref={field}
          name={name}
          dir="auto"
          aria-label={rest.label}
          aria-invalid={rest.faultId ? true : undefined}
          aria-describedby={rest.faultId}
          placeholder={isEmpty ? placeholder : undefined}
          onInput={onEarly}
          className="block field-sizing-content min-h-11 w-full resize-none bg-transparent outline-none placeholder:text-ink-3"
        />
      )}
      {parts && <parts.RichText {...rest} onEditor={takeEditor} />}
    </div>
  )
}

// Moves the text and the focus of the plain field into the editor. Returns whether the field had the focus.
function moveInto(editor: Editor, field: HTMLTextAreaElement) {
  const written = htmlOfText(field.value)
  if (written) editor.commands.setContent((editor.isEmpty ? '' : editor.getHTML()) + written, { emitUpdate: true })
  if (document.activeElement !== field) return false
  focusAtEnd(editor)
  // HTML drops a space at the end, so it is added again. Otherwise the next word would join the last one.
  if (written && field.value.endsWith(' ')) editor.view.dispatch(editor.state.tr.insertText(' '))
  return true
}

// Focuses the end of the text at once. The editor's own focus command waits for the next frame, too late for a person
// who is typing.
function focusAtEnd(editor: Editor) {
  editor.commands.setTextSelection(editor.state.doc.content.size)
  editor.view.focus()
}

export function EditorButtons({ editor }: { editor: Editor | null }) {
  const parts = useRichText()
  return parts && editor && <parts.FormatButtons editor={editor} />
}

export function useEditorText(start: string, onChange: () => void) {
  const [editor, setEditor] = useState<Editor | null>(null)
  // Uses a ref, so that a running request can use an editor that loads during the request.
  const editorNow = useRef<Editor | null>(null)
  const [isEmpty, setEmpty] = useState(!start)
  const html = useRef(start)
  const early = useRef<HTMLTextAreaElement>(null)
  const isReadOnly = useRef(false)
  const isBringing = useRef(false)

  // Makes the text read-only. Changes the elements directly, because the next key press may come before React renders.
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
    read: () => html.current + htmlOfText(early.current?.value ?? ''),
    focus: () => (editorNow.current ? focusAtEnd(editorNow.current) : early.current?.focus()),
    readEarly: () => early.current?.value ?? '',
    dropEarly(text: string) {
      const { current: field } = early
      if (text && field?.value.startsWith(text)) field.value = field.value.slice(text.length)
    },
    /** Shows a text from the server or another window. Leaves the plain field unchanged and reports no change. */
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
      // While a message is being sent, the text of the plain field may move into the editor. This does not change the
      // message.
      if (!isReadOnly.current && !isBringing.current) onChange()
    },
  }
}
