import type { Batch } from '#contract/bulk/batches.ts'
import type { EntryBatchChange } from '#contract/content/changes.ts'
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
  const act = batch.input.act as EntryBatchChange['act']
  const undone = { doing: 'Undoing', done: act === 'trash' ? 'restored, published ones as drafts' : 'restored' }
  const { doing, done } = batch.undoes ? undone : (batchActs[act] ?? { doing: 'Changing', done: 'changed' })
  return { doing, ended: endedWords(batch, done, entryNoun) }
}
