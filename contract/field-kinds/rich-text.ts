import { z } from 'zod'
import { richBlocks, richMarks } from './choices.ts'
import { fieldKind } from './field-kind.ts'

/** A document as the editor keeps it. */
export const richText = fieldKind({
  name: 'rich_text',
  settings: {
    blocks: z.array(z.enum(richBlocks)).optional().describe('Beside paragraphs; all, unless said'),
    marks: z.array(z.enum(richMarks)).optional().describe('All, unless said'),
  },
})
