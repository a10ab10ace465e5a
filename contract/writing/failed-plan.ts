import { z } from 'zod'
import { Time } from '#contract/endpoint.ts'

/** A scheduled change of publication that was refused. */
export const FailedPlan = z.object({
  language: z.string(),
  to: z.enum(['publish', 'unpublish']),
  at: Time,
  reason: z.string().describe('The code of the refusal'),
  /** The message of the refusal, as a member would see it. It can be a message that an admin wrote for a field. */
  why: z.string(),
})
export type FailedPlan = z.output<typeof FailedPlan>
