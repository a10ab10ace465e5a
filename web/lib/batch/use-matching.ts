import { useState } from 'react'
import type { Batch, MatchCount } from '#contract/bulk/batches.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

type Options<Query, Change> = {
  count: (query: Query) => Promise<Outcome<MatchCount>>
  start: (change: Change, query: Query) => Promise<Outcome<Batch>>
}

/** Everything that the query of a list finds, beyond its page: counted when it is selected, changed by one batch. */
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
    /** Undefined unless everything is selected, and the list still has this query. */
    matching: selected?.key === key ? selected : undefined,
    select: () => counting.write(),
    clear: () => setSelected(undefined),
    start: starting.write,
    isPending: counting.isPending || starting.isPending,
  }
}
