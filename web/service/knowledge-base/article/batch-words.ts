import type { Batch } from '#contract/bulk/batches.ts'
import { type BatchWords, endedWords, type Noun } from '#web/lib/batch/batch-words.ts'

export const articleNoun: Noun = ['article', 'articles']

const acts: Record<string, BatchWords> = {
  publish: { doing: 'Publishing', done: 'published' },
  unpublish: { doing: 'Unpublishing', done: 'unpublished' },
  archive: { doing: 'Archiving', done: 'archived' },
  unarchive: { doing: 'Unarchiving', done: 'unarchived' },
  trash: { doing: 'Moving to trash', done: 'moved to trash' },
  untrash: { doing: 'Restoring from trash', done: 'restored from trash as drafts' },
  label: { doing: 'Changing labels', done: 'labeled' },
  category: { doing: 'Moving', done: 'moved' },
  owner: { doing: 'Changing the owner', done: 'assigned to another owner' },
  visibility: { doing: 'Changing the audience', done: 'with a new audience' },
  review: { doing: 'Changing the review interval', done: 'with a new review interval' },
  confirm: { doing: 'Marking as reviewed', done: 'marked as reviewed' },
  replace: { doing: 'Replacing', done: 'changed' },
}

export function batchWords(batch: Batch) {
  const { doing, done } = batch.undoes
    ? { doing: 'Undoing', done: 'restored' }
    : (acts[String(batch.input.act)] ?? { doing: 'Changing', done: 'changed' })
  return { doing, ended: endedWords(batch, done, articleNoun) }
}
