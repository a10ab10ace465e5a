import type { changeEntries, countEntries, EntryBatchChange } from '#contract/content/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { type Entry, titleOf } from '#web/cms/entries/entry-words.ts'
import { batchActs, entryNoun } from '#web/cms/entry-batch/batch-words.ts'
import { runBatch } from '#web/lib/batch/run-batch.ts'
import { type RowChange, useChanges } from '#web/lib/batch/use-changes.ts'
import { useMatching } from '#web/lib/batch/use-matching.ts'
import { ask } from '#web/lib/write/ask.ts'

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

type EntriesBody = InputOf<typeof changeEntries>['body']
const start = (body: EntriesBody) => ask<typeof changeEntries>('POST', '/api/v1/content-entry-changes', { body })

export const useEntryChanges = () =>
  useChanges<Entry, EntryChange>({
    noun: entryNoun,
    nameOf: (entry) => `“${titleOf(entry)}”`,
    send: ({ inBatch }, entries, onProgress) =>
      runBatch(() => start({ change: inBatch, ids: entries.map(({ id }) => id) }), onProgress),
  })

type Query = InputOf<typeof countEntries>['query']

export const useMatchingEntries = (query: Query) =>
  useMatching<Query, EntryBatchChange>(query, {
    count: (query) => ask<typeof countEntries>('GET', '/api/v1/content-entry-count', { query }),
    start: (change, query) => start({ change, query }),
  })
