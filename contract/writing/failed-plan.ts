import { z } from 'zod'
import { Time } from '#contract/endpoint.ts'

/** A scheduled publication of an article or entry that was refused when its time came. */
export const FailedPlan = z.object({
  language: z.string(),
  to: z.enum(['publish', 'unpublish']),
  at: Time,
  reason: z.string().describe('The code of the refusal'),
  /** The error message that a member would have seen. A field can have its own message. */
  why: z.string(),
})
export type FailedPlan = z.output<typeof FailedPlan>
