import type { Batch } from '#contract/bulk/batches.ts'
import { plural } from '#web/lib/words/format.ts'

export type BatchWords = { doing: string; done: string }
export type Noun = readonly [one: string, many: string]

export function endedWords({ state, done, failed, total }: Batch, changed: string, noun: Noun): string {
  const sums = [`${plural(done, ...noun)} ${changed}`, ...(failed > 0 ? [`${failed} not changed`] : [])]
  const left = total - done - failed
  const stopped = left > 0 ? [`${state === 'cancelled' ? 'cancelled' : 'stopped'} with ${left} left to do`] : []
  return `${[...sums, ...stopped].join(', ')}.`
}
