import type { Batch } from '#contract/work/batches.ts'
import { type BatchWords, endedWords, type Noun } from '#web/lib/batch/batch-sums.ts'

export const entryNoun: Noun = ['entry', 'entries']

const acts: Record<string, BatchWords> = {
  publish: { doing: 'Publishing', done: 'published' },
  unpublish: { doing: 'Unpublishing', done: 'unpublished' },
  trash: { doing: 'Moving to the trash', done: 'moved to the trash' },
  untrash: { doing: 'Taking out of the trash', done: 'taken out of the trash' },
  label: { doing: 'Changing labels', done: 'labelled' },
  categories: { doing: 'Changing categories', done: 'in other categories' },
  category: { doing: 'Changing the category', done: 'put under another category' },
}

/** What a batch of entries does and did, in words. */
export function batchWords(batch: Batch) {
  const { input, undoes } = batch
  const { doing, done } = undoes
    ? { doing: 'Undoing', done: input.act === 'trash' ? 'put back, what was live as a draft' : 'put back' }
    : (acts[String(input.act)] ?? { doing: 'Changing', done: 'changed' })
  return { doing, ended: endedWords(batch, done, entryNoun) }
}
