import { z } from 'zod'
import { fieldKind } from './field-kind.ts'

export const richBlocks = [
  ...(['heading', 'bulletList', 'orderedList', 'taskList', 'blockquote', 'callout', 'codeBlock', 'table'] as const),
  ...(['picture', 'file', 'video', 'horizontalRule', 'steps', 'details', 'columns'] as const),
] as const
export const richMarks = ['bold', 'italic', 'strike', 'code', 'highlight', 'key', 'link'] as const

/** A document as the editor keeps it. */
export const richText = fieldKind({
  name: 'rich_text',
  settings: {
    blocks: z.array(z.enum(richBlocks)).optional().describe('Beside paragraphs; all, unless said'),
    marks: z.array(z.enum(richMarks)).optional().describe('All, unless said'),
  },
})
