import { createDocument, type Editor } from '@tiptap/core'
import { Mapping } from '@tiptap/pm/transform'
import type { Document } from '#contract/document.ts'
import { applyDocument } from '#web/editor/apply-document.ts'

/** Brings another text into the editor, block by block, so that the cursor and the way back stay. */
export function bringText(editor: Editor, html: string) {
  const after = createDocument(html, editor.schema).toJSON() as Document
  applyDocument(editor, editor.getJSON() as Document, after, new Mapping())
}
