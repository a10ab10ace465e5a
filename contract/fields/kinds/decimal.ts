import { z } from 'zod'
import { fieldKind, unit } from './field-kind.ts'

/** A decimal number as text with its exact digits, never a float. */
export const DecimalText = z
  .string()
  .max(60)
  .regex(/^-?\d{1,30}(\.\d{1,20})?$/, 'Enter a number with at most 30 digits before and 20 after the point')

export const decimal = fieldKind({
  name: 'decimal',
  settings: {
    min: DecimalText.optional(),
    max: DecimalText.optional(),
    scale: z.int().min(0).max(20).optional().describe('Maximum decimal places'),
    unit: unit.optional(),
  },
})
