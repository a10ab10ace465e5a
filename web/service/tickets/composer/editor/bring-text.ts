import { createDocument, type Editor } from '@tiptap/core'
import { applyDocument } from '#web/editor/apply-document.ts'

/** Replaces the editor's text. Changes only different blocks, to keep the cursor and the undo history. */
export const bringText = (editor: Editor, html: string) =>
  applyDocument(editor, createDocument(html, editor.schema).toJSON())
