import { z } from 'zod'
import { fieldKind, most } from './field-kind.ts'

/** Source code. */
export const code = fieldKind({
  name: 'code',
  settings: { language: z.string().max(40).optional(), maxLength: most(200_000).optional() },
})
