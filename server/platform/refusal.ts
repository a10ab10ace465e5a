import { type RefusalCode, refusals } from '#contract/refusals.ts'
import type { LimitState } from '#server/platform/http/limits.ts'

/** Seconds after which a retry is worthwhile when the database was unavailable or too slow. */
export const outageSeconds = 2

type Details = {
  detail?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
  shown?: Record<string, unknown>
  budget?: LimitState
}

/** An expected "no" that a person can act on. Any other error is a bug and answers 500. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly shown: Record<string, unknown> | undefined
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

/** A refusal that would be the same at the next attempt. Outages are thrown on, so that the caller tries again. */
export function lastingRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500) return error
  throw error
}
