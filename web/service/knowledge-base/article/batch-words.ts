import type { Batch } from '#contract/work/batches.ts'
import { type BatchWords, endedWords, type Noun } from '#web/lib/batch/batch-words.ts'

export const articleNoun: Noun = ['article', 'articles']

const acts: Record<string, BatchWords> = {
  publish: { doing: 'Publishing', done: 'published' },
  unpublish: { doing: 'Unpublishing', done: 'unpublished' },
  archive: { doing: 'Archiving', done: 'archived' },
  unarchive: { doing: 'Taking out of the archive', done: 'taken out of the archive' },
  trash: { doing: 'Moving to the trash', done: 'moved to the trash' },
  untrash: { doing: 'Taking out of the trash', done: 'taken out of the trash, as drafts' },
  label: { doing: 'Changing labels', done: 'labelled anew' },
  category: { doing: 'Moving', done: 'moved' },
  owner: { doing: 'Changing the owner', done: 'given to another owner' },
  visibility: { doing: 'Changing who may read', done: 'shown to others' },
  review: { doing: 'Changing the review date', done: 'with another review date' },
  confirm: { doing: 'Confirming', done: 'said to be still right' },
  replace: { doing: 'Replacing', done: 'with other words' },
}

/** What a batch of articles does and did, in words. */
export function batchWords(batch: Batch) {
  const { doing, done } = batch.undoes
    ? { doing: 'Undoing', done: 'as they were' }
    : (acts[String(batch.input.act)] ?? { doing: 'Changing', done: 'changed' })
  return { doing, ended: endedWords(batch, done, articleNoun) }
}
