import { z } from 'zod'
import { fieldKind } from './field-kind.ts'

/** The last part of a URL, unique per model and language. */
export const slug = fieldKind({
  name: 'slug',
  settings: {
    from: z
      .string()
      .max(60)
      .optional()
      .describe('Key or id of the text field from which the slug is generated; by default the title'),
  },
})
