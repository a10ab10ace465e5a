import { z } from 'zod'
import { richBlocks, richMarks } from './choices.ts'
import { fieldKind } from './field-kind.ts'

/** A document of the editor. */
export const richText = fieldKind({
  name: 'rich_text',
  settings: {
    blocks: z.array(z.enum(richBlocks)).optional().describe('Allowed blocks besides paragraphs. Default: all'),
    marks: z.array(z.enum(richMarks)).optional().describe('Allowed text styles. Default: all'),
    models: z
      .array(z.string().max(80))
      .max(50)
      .optional()
      .describe('Keys or ids of the models whose entries it can show and link to. Default: all'),
  },
})
