import type { Batch } from '#contract/bulk/batches.ts'
import type { EntryBatchChange } from '#contract/content/changes.ts'
import { keysOf } from '#contract/keys-of.ts'
import { type BatchWords, endedWords, type Noun } from '#web/lib/batch/batch-words.ts'

export const entryNoun: Noun = ['entry', 'entries']

export const batchActs: Record<EntryBatchChange['act'], BatchWords> = {
  publish: { doing: 'Publishing', done: 'published' },
  unpublish: { doing: 'Unpublishing', done: 'unpublished' },
  trash: { doing: 'Moving to the trash', done: 'moved to the trash' },
  untrash: { doing: 'Restoring from the trash', done: 'restored from the trash' },
  unarchive: { doing: 'Unarchiving', done: 'unarchived' },
  duplicate: { doing: 'Duplicating', done: 'duplicated as a draft' },
  label: { doing: 'Changing labels', done: 'labelled' },
  categories: { doing: 'Changing categories', done: 'moved to other categories' },
  category: { doing: 'Changing the category', done: 'moved to another category' },
}

export function batchWords(batch: Batch) {
  const act = keysOf(batchActs).find((one) => one === batch.input.act)
  const undone = { doing: 'Undoing', done: act === 'trash' ? 'restored, published ones as drafts' : 'restored' }
  const { doing, done } = batch.undoes ? undone : act ? batchActs[act] : { doing: 'Changing', done: 'changed' }
  return { doing, ended: endedWords(batch, done, entryNoun) }
}
