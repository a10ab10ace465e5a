import { createDocument, type Editor } from '@tiptap/core'
import type { Document } from '#contract/writing/document.ts'
import { applyDocument } from '#web/editor/apply-document.ts'

/** Brings another text into the editor, block by block, so that the cursor and the way back stay. */
export const bringText = (editor: Editor, html: string) =>
  applyDocument(editor, createDocument(html, editor.schema).toJSON() as Document)
