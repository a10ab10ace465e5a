import { useState } from 'react'
import type { changeEntries, countEntries, EntryBatchChange } from '#contract/content/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

/** Of those named, or else of all that match. */
type Wanted = { change: EntryBatchChange; ids?: string[] | undefined }
type Matching = { of: string; count: number; isMore: boolean }

/** Everything that the list matches, beyond its page: counted when it is chosen, changed as one batch. */
export function useEntryBatch(query: InputOf<typeof countEntries>['query']) {
  const [found, setFound] = useState<Matching>()
  const of = JSON.stringify(query)
  const counting = useWrite(() => ask<typeof countEntries>('GET', '/api/v1/content-entry-count', { query }), {
    tellsProblem: true,
    onAnswer: (answer) => setFound({ of, ...answer }),
  })
  const beginning = useWrite(
    ({ change, ids }: Wanted) =>
      ask<typeof changeEntries>('POST', '/api/v1/content-entry-changes', {
        body: { change, ...(ids ? { ids } : { query }) },
      }),
    { tellsProblem: true },
  )
  return {
    /** What is chosen, as long as the list asks for the same. */
    matching: found?.of === of ? found : undefined,
    choose: () => counting.write(),
    clear: () => setFound(undefined),
    begin: (wanted: Wanted) => beginning.write(wanted),
    isPending: counting.isPending || beginning.isPending,
  }
}
