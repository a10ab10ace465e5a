import type { changeEntries, countEntries, EntryBatchChange } from '#contract/content/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { type Entry, titleOf } from '#web/cms/entries/entry-words.ts'
import { entryNoun } from '#web/cms/entry-batch/batch-words.ts'
import { runBatch } from '#web/lib/batch/run-batch.ts'
import { useChanges } from '#web/lib/batch/use-changes.ts'
import { useMatching } from '#web/lib/batch/use-matching.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { EntryChange } from './entry-changes.ts'

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
