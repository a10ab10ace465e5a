import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** One line of text. */
export const text = fieldKind({
  name: 'text',
  settings: {
    minLength: most(500).optional(),
    maxLength: most(500).optional(),
    pattern: z.string().max(200).optional().describe('A regular expression (RE2) that the whole text must match'),
    oneOf: z.array(z.string().max(500)).max(200).optional().describe('The allowed values'),
  },
})
