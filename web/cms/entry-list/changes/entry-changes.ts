import type { EntryBatchChange } from '#contract/content/changes.ts'
import type { Entry } from '#web/cms/entries/entry-words.ts'
import { batchActs } from '#web/cms/entry-batch/batch-words.ts'
import type { RowChange } from '#web/lib/batch/use-changes.ts'

export type EntryChange = RowChange<Entry> & { inBatch: EntryBatchChange }

const isLive = ({ languages }: Entry) => languages.some((text) => text.isLive)

/** What an undo of the trash does not bring back: the published version. */
function lostLive(changed: Entry[]) {
  const live = changed.filter(isLive).length
  if (live === 0) return undefined
  if (changed.length === 1) return 'Undo restores it as a draft'
  return `Undo restores ${live} published ${live === 1 ? 'entry as a draft' : 'entries as drafts'}`
}

const rules: Partial<Record<EntryBatchChange['act'], Omit<RowChange<Entry>, 'done'>>> = {
  publish: {
    concerns: ({ languages }) => languages.some(({ status }) => status !== 'published' && status !== 'archived'),
    idle: 'had nothing to publish',
  },
  unpublish: { concerns: isLive, idle: 'had nothing published' },
  trash: { lost: lostLive },
}

export const changeOf = (inBatch: EntryBatchChange): EntryChange => ({
  ...rules[inBatch.act],
  done: batchActs[inBatch.act].done,
  inBatch,
})
