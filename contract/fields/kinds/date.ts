import { z } from 'zod'
import { fieldKind } from './field-kind.ts'

/** A date (ISO 8601, 2026-11-23), without a time zone. */
export const date = fieldKind({
  name: 'date',
  settings: { min: z.iso.date().optional(), max: z.iso.date().optional() },
})
