import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** A category of the content, or several. */
export const category = fieldKind({
  name: 'category',
  settings: { many: z.boolean().optional(), max: most(100).optional() },
})
