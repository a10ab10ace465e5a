import { createDocument, type Editor } from '@tiptap/core'
import { applyDocument } from '#web/editor/apply-document.ts'

/**
 * Replaces the text of the editor. Changes only the blocks that differ, so that the cursor and the undo history are
 * kept.
 */
export const bringText = (editor: Editor, html: string) =>
  applyDocument(editor, createDocument(html, editor.schema).toJSON())
