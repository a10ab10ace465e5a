import { z } from 'zod'
import { Time } from '#contract/endpoint.ts'

/** What was planned for the text of an article or an entry, and was refused when its time came. */
export const FailedPlan = z.object({
  language: z.string(),
  to: z.enum(['publish', 'unpublish']),
  at: Time,
  reason: z.string().describe('The code of the refusal'),
  /** The reason as whoever had published it by hand would have read it: a field may have words of its own. */
  why: z.string(),
})
export type FailedPlan = z.output<typeof FailedPlan>
