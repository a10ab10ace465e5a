import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** One or several categories of the content. */
export const category = fieldKind({
  name: 'category',
  settings: { many: z.boolean().optional(), max: most(100).optional() },
})
