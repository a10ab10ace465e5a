import { useState } from 'react'
import type { Batch, MatchCount } from '#contract/bulk/batches.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

type Options<Query, Change> = {
  count: (query: Query) => Promise<Outcome<MatchCount>>
  start: (change: Change, query: Query) => Promise<Outcome<Batch>>
}

export function useMatching<Query, Change>(query: Query, { count, start }: Options<Query, Change>) {
  const [selected, setSelected] = useState<MatchCount & { key: string }>()
  const key = JSON.stringify(query)
  const counting = useWrite(() => count(query), {
    tellsProblem: true,
    keepsPage: true,
    onAnswer: (answer) => setSelected({ key, ...answer }),
  })
  const starting = useWrite((change: Change) => start(change, query), { tellsProblem: true })
  return {
    /** The number of matching rows; undefined unless the person selected all matches of the current query. */
    matching: selected?.key === key ? selected : undefined,
    select: () => counting.write(),
    clear: () => setSelected(undefined),
    start: starting.write,
    isPending: counting.isPending || starting.isPending,
  }
}
