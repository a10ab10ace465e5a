import type { Editor } from '@tiptap/react'
import { type RefObject, useRef } from 'react'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { useRichText } from './load-rich-text.ts'
import '#web/editor/prose-mirror.css'

export type { Editor }

type Props = {
  label: string
  placeholder: string
  /** Under which a form posts the plain field, while that is there. */
  name?: string
  html: string
  /** Where that is kept while it is written, and may be another text when the editor comes. */
  latestHtml?: RefObject<string>
  isEmpty: boolean
  editor: Editor | null
  early?: RefObject<HTMLTextAreaElement | null>
  onEditor: (editor: Editor | null) => void
  onChange: (editor: Editor) => void
  /** Something is written in the plain field. */
  onEarly?: () => void
  onFiles: (files: File[]) => void
  /** The keys of sending; with shift they open what comes next. */
  onSubmit?: (opensNext: boolean) => void
  /** `/article` was typed; it is gone from the text. */
  onArticle?: () => void
  /** Where it stands what is wrong with the text. */
  faultId?: string
}

/**
 * Where a message is written. Until the editor is there a plain field takes its place: whoever writes already would
 * otherwise press the keys of the page, and solve the ticket with an e.
 */
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

/** What was written early goes behind what stood there, and whoever writes goes on writing, which it says. */
function moveInto(editor: Editor, field: HTMLTextAreaElement) {
  const written = htmlOfText(field.value)
  if (written) editor.commands.setContent((editor.isEmpty ? '' : editor.getHTML()) + written, { emitUpdate: true })
  if (document.activeElement !== field) return false
  focusAtEnd(editor)
  // HTML loses the space after the last word, and the next word would stick to it.
  if (written && field.value.endsWith(' ')) editor.view.dispatch(editor.state.tr.insertText(' '))
  return true
}

/** At once, and not in the next frame as the editor's own command does: somebody may be typing already. */
export function focusAtEnd(editor: Editor) {
  editor.commands.setTextSelection(editor.state.doc.content.size)
  editor.view.focus()
}

/** The buttons that belong to it, for the bar below. */
export function EditorButtons({ editor }: { editor: Editor | null }) {
  const parts = useRichText()
  return parts && editor && <parts.FormatButtons editor={editor} />
}
