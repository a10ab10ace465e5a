import { deliveryCaps } from '#contract/content/delivery.ts'
import { Refusal } from '#server/platform/refusal.ts'

export const unknown = (detail: string) => new Refusal('query-unknown', { detail })
export const tooMuch = (detail: string) => new Refusal('query-too-much', { detail })
export const tooLong = () =>
  tooMuch(`An answer has at most ${deliveryCaps.bytes / 1_048_576} MB: ask for fewer entries or fields`)

/** Error handler for `catch`: returns null for a refusal and throws every other error again. */
export const nullIfRefused = (error: unknown) => {
  if (error instanceof Refusal) return null
  throw error
}
