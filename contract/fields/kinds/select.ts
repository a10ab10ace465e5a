import { z } from 'zod'
import { line } from '#contract/endpoint.ts'
import { fieldKind } from './field-kind.ts'

export const SelectOption = z.strictObject({
  key: line(60).min(1),
  label: line(80).min(1).optional().describe('Default: the key'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
})
export type SelectOption = z.output<typeof SelectOption>

/** One or several options of a list. */
export const select = fieldKind({
  name: 'select',
  settings: {
    options: z
      .array(SelectOption)
      .min(1)
      .max(200)
      .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'Two options have the same key'),
    many: z.boolean().optional(),
  },
})
