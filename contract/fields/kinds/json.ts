import { z } from 'zod'
import { fieldKind } from './field-kind.ts'

/** Any JSON, validated by an optional JSON Schema (draft 2020-12). */
export const json = fieldKind({
  name: 'json',
  settings: {
    schema: z
      .record(z.string(), z.unknown())
      .refine((schema) => JSON.stringify(schema).length <= 20_000, 'Use at most 20,000 characters')
      .refine(
        (schema) => !/"(pattern|patternProperties|\$ref|\$dynamicRef|\$recursiveRef)":/.test(JSON.stringify(schema)),
        'Patterns and references are not supported',
      )
      .optional(),
  },
})
