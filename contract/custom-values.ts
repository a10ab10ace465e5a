import { z } from 'zod'
import { Id } from './endpoint.ts'
import { mostKeptCustomFields } from './fields/custom-field-values.ts'

/** Values of custom fields by key. `null` removes a value. */
export const CustomValues = z
  .record(z.string().max(60), z.unknown())
  .refine((values) => Object.keys(values).length <= mostKeptCustomFields, `Send at most ${mostKeptCustomFields} values`)
  .describe('Values of custom fields by key. In an answer, a field without a value is `null`')

/** The value of a custom field in an event, and what the field was called at that time. */
export const CustomValueInEvent = z.object({
  field: z.object({ id: Id, key: z.string(), label: z.string() }),
  value: z.unknown(),
  text: z.string().describe('The value in words, such as the labels of options'),
})
