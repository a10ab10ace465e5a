import { z } from 'zod'
import { fieldKind, unit } from './field-kind.ts'

/** A whole number that JSON can carry exactly (±2⁵³). */
export const integer = fieldKind({
  name: 'integer',
  settings: { min: z.int().optional(), max: z.int().optional(), unit: unit.optional() },
})
