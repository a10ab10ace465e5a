import { useState } from 'react'
import type { cancelBatch, undoBatch } from '#contract/batches.ts'
import type { changeEntries, countEntries } from '#contract/entry-changes.ts'
import { type EntriesQuery, searchOf } from '#web/cms/entry-list/entries-query.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

/** What the list asks the API for, whatever its page and its columns. */
export const matchOf = ({ q, model, stage, category, owner, label, language, order, filter, sort }: EntriesQuery) => ({
  ...{ order, q: q || undefined, model: model ?? undefined, status: stage ?? undefined },
  ...{ category: category ?? undefined, owner: owner ?? undefined, label: label ?? undefined },
  ...{ locale: language ?? undefined, filter: filter || undefined, sort: sort ?? undefined },
})

type Act = 'publish' | 'unpublish' | 'trash' | 'untrash'
type Matching = { of: string; count: number; isMore: boolean }

/** Everything that the list matches, beyond its page: counted when it is chosen, changed as one batch. */
export function useEntryBatch(query: EntriesQuery) {
  const [found, setFound] = useState<Matching>()
  const of = searchOf({ ...query, cursor: null })
  const counting = useWrite(
    () => ask<typeof countEntries>('GET', '/api/v1/content-entry-count', { query: matchOf(query) }),
    { tellsProblem: true, onAnswer: (answer) => setFound({ of, ...answer }) },
  )
  const beginning = useWrite(
    (act: Act) =>
      ask<typeof changeEntries>('POST', '/api/v1/content-entry-changes', {
        body: { change: { act }, query: matchOf(query) },
      }),
    { tellsProblem: true },
  )
  return {
    /** What is chosen, as long as the list asks for the same. */
    matching: found?.of === of ? found : undefined,
    choose: () => counting.write(),
    clear: () => setFound(undefined),
    begin: (act: Act) => beginning.write(act),
    isPending: counting.isPending || beginning.isPending,
  }
}

export function useEndBatch() {
  const cancelling = useWrite(
    (id: string) => ask<typeof cancelBatch>('PUT', '/api/v1/batches/:id/cancellation', { params: { id } }),
    { tellsProblem: true },
  )
  const undoing = useWrite(
    (id: string) => ask<typeof undoBatch>('PUT', '/api/v1/batches/:id/reversal', { params: { id } }),
    { tellsProblem: true },
  )
  return { cancel: cancelling.write, undo: undoing.write, isPending: cancelling.isPending || undoing.isPending }
}
