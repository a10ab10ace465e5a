import type { Batch } from '#contract/bulk/batches.ts'
import { plural } from '#web/lib/words/format.ts'

/** What a batch does while it runs, and what is true of its things afterwards. */
export type BatchWords = { doing: string; done: string }
export type Noun = readonly [one: string, many: string]

/** The result of a batch: "12 articles published, 1 not changed." */
export function endedWords({ state, done, failed, total }: Batch, changed: string, noun: Noun): string {
  const sums = [`${plural(done, ...noun)} ${changed}`, ...(failed > 0 ? [`${failed} not changed`] : [])]
  const left = total - done - failed
  const stopped = left > 0 ? [`${state === 'cancelled' ? 'cancelled' : 'stopped'} before ${left} more`] : []
  return `${[...sums, ...stopped].join(', ')}.`
}
