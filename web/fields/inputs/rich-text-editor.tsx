import type { Editor } from '@tiptap/core'
import { useLayoutEffect, useRef } from 'react'
import { isSame } from '#contract/is-same.ts'
import type { Document } from '#contract/writing/document.ts'
import { applyDocument } from '#web/editor/apply-document.ts'
import { DocumentEditor } from '#web/editor/document-editor.tsx'
import { TextToolbar } from './text-toolbar.tsx'
import { useTextPort } from './use-text-port.tsx'

type Props = {
  label: string
  document: Document | null
  onChange: (document: Document | null) => void
  isEditable: boolean
  blocks: readonly string[] | undefined
  marks: readonly string[] | undefined
  models: string[] | undefined
}

const empty: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

/** The document editor as an input. Changes from outside are merged, so that cursor and undo are kept. */
export function RichTextEditor({ label, document, onChange, isEditable, blocks, marks, models }: Props) {
  const editor = useRef<Editor | null>(null)
  const { port, library } = useTextPort(models)
  const written = useRef<Document | null>(document)

  function take(next: Editor | null) {
    editor.current = next
    if (next) show()
  }

  function show() {
    const held = editor.current
    if (!held || isSame(written.current, document)) return
    applyDocument(held, document ?? empty)
    written.current = document
  }

  // Runs before the next key press, which would edit the old text.
  useLayoutEffect(show, [document])

  return (
    <>
      <DocumentEditor
        label={label}
        document={written.current ?? empty}
        port={port}
        isEditable={isEditable}
        Toolbar={TextToolbar}
        only={{ blocks, marks }}
        onEditor={take}
        onChange={(held) => {
          written.current = held.isEmpty ? null : (held.getJSON() as Document)
          onChange(written.current)
        }}
      />
      {library}
    </>
  )
}
