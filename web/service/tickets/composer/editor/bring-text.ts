import { createDocument, type Editor } from '@tiptap/core'
import type { Document } from '#contract/writing/document.ts'
import { applyDocument } from '#web/editor/apply-document.ts'

/**
 * Replaces the text of the editor. Changes only the blocks that differ, so that the cursor and the undo history stay.
 */
export const bringText = (editor: Editor, html: string) =>
  applyDocument(editor, createDocument(html, editor.schema).toJSON() as Document)
