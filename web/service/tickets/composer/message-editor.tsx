import type { Editor } from '@tiptap/react'
import { useRichText } from './load-rich-text.ts'
import './rich-text.css'

export type { Editor }

type Props = {
  label: string
  placeholder: string
  html: string
  isEmpty: boolean
  editor: Editor | null
  onEditor: (editor: Editor | null) => void
  onChange: (editor: Editor) => void
  onFiles: (files: File[]) => void
  onSubmit?: () => void
}

/** Where a message is written. Until the editor is there, its place is kept. */
export function MessageEditor({ placeholder, isEmpty, editor, ...rest }: Props) {
  const parts = useRichText()
  return (
    // biome-ignore lint/a11y: pressing beside the text is a help for the pointer, the text itself has the focus
    <div
      onClick={(event) => event.target === event.currentTarget && editor?.commands.focus('end')}
      className="written relative max-h-[38dvh] min-h-16 cursor-text overflow-auto px-3.5 pt-2.5 pb-3 text-body"
    >
      {isEmpty && (
        <p aria-hidden className="pointer-events-none absolute inset-x-3.5 truncate text-ink-3">
          {placeholder}
        </p>
      )}
      {parts && <parts.RichText {...rest} />}
    </div>
  )
}

/** The buttons that belong to it, for the bar below. */
export function EditorButtons({ editor }: { editor: Editor | null }) {
  const parts = useRichText()
  return parts && editor && <parts.FormatButtons editor={editor} />
}
