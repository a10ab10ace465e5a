import { type RefusalCode, refusals } from '#contract/refusals.ts'
import type { LimitState } from '#server/platform/http/limits.ts'

/** So soon it is worth another try where the database was away or took too long. */
export const outageSeconds = 2

type Details = {
  detail?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
  shown?: Record<string, unknown>
  budget?: LimitState
}

/** An expected "no" that a person can act on. Anything else thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** What a person has to see to decide; members of the problem beside the standard ones. */
  readonly shown: Record<string, unknown> | undefined
  /** The limit that is used up. */
  readonly budget: LimitState | undefined

  constructor(code: RefusalCode, { detail, fields, retryAfterSeconds, cause, shown, budget }: Details = {}) {
    super(detail ?? refusals[code].text, { cause })
    this.code = code
    this.status = refusals[code].status
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
    this.shown = shown
    this.budget = budget
  }
}

/** A no that would be one again; an outage passes and is none, so it is thrown on, and whoever runs the work tries again. */
export function lastingRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500) return error
  throw error
}
