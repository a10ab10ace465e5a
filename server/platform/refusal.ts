import { type RefusalCode, refusals } from '#contract/refusals.ts'
import type { LimitState } from '#server/platform/http/limits.ts'

/** Seconds until a retry, if the database was unavailable or too slow. */
export const outageSeconds = 2

type Details = {
  detail?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
  shown?: Record<string, unknown>
  budget?: LimitState
}

/** An expected error that a person can act on. Any other error is a bug and is answered with status 500. */
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

/** Returns a refusal that a retry would repeat. Throws all other errors, so that the caller retries. */
export function lastingRefusal(error: unknown): Refusal {
  if (error instanceof Refusal && error.status < 500) return error
  throw error
}
