import { LRUCache } from 'lru-cache'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { type CountedView, countViews as countAnew } from '#server/tickets/ticket/queries/views.ts'

const manyTickets = 1000
const keptMs = 10_000
const mostKept = 10_000
const kept = new LRUCache<string, number>({ max: mostKept, ttl: keptMs })

/**
 * Counts of views. Small ones are always counted anew; one of a thousand and more, where nobody sees a single ticket
 * come or go and counting costs, is kept for some seconds.
 */
export async function countViews<V extends CountedView>(
  tx: WorkspaceTx,
  reader: Reader,
  views: V[],
): Promise<Record<V, number>> {
  const keyOf = (view: CountedView) => `${tx.workspaceId} ${view} ${view === 'mine' ? reader.id : ''}`
  const known = new Map(views.flatMap((view) => countKept(view, keyOf(view))))
  const missing = views.filter((view) => !known.has(view))
  const counted = await countAnew(tx, reader, missing)
  for (const view of missing) keep(keyOf(view), counted[view] ?? 0)
  return Object.fromEntries(views.map((view) => [view, known.get(view) ?? counted[view] ?? 0])) as Record<V, number>
}

function countKept<V extends CountedView>(view: V, key: string): [V, number][] {
  const count = kept.get(key)
  return count === undefined ? [] : [[view, count]]
}

function keep(key: string, count: number) {
  if (count < manyTickets) kept.delete(key)
  else kept.set(key, count)
}
