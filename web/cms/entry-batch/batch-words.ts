import type { Batch } from '#contract/batches.ts'
import { plural } from '#web/lib/words/format.ts'

type Words = { doing: string; done: string }

const acts: Record<string, Words> = {
  publish: { doing: 'Publishing', done: 'published' },
  unpublish: { doing: 'Unpublishing', done: 'unpublished' },
  trash: { doing: 'Moving to the trash', done: 'moved to the trash' },
  untrash: { doing: 'Taking out of the trash', done: 'taken out of the trash' },
  label: { doing: 'Changing labels', done: 'labelled' },
  categories: { doing: 'Changing categories', done: 'in other categories' },
  category: { doing: 'Changing the category', done: 'put under another category' },
}

/** What a batch of entries does and did, in words. */
export function batchWords({ input, undoes, state, done, failed, total }: Batch) {
  const { doing, done: changed } = undoes
    ? { doing: 'Undoing', done: input.act === 'trash' ? 'put back, what was live as a draft' : 'put back' }
    : (acts[String(input.act)] ?? { doing: 'Changing', done: 'changed' })
  const sums = [`${plural(done, 'entry', 'entries')} ${changed}`, ...(failed > 0 ? [`${failed} did not change`] : [])]
  const left = total - done - failed
  const stopped = left > 0 ? [`${state === 'cancelled' ? 'cancelled' : 'stopped'} before ${left} more`] : []
  return { doing, ended: `${[...sums, ...stopped].join(', ')}.` }
}
