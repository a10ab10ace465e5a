import { LRUCache } from 'lru-cache'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { type CountedView, countViews as countAnew } from '#server/tickets/ticket/queries/views.ts'

const manyTickets = 1000
const keptMs = 10_000
const mostKept = 10_000
const kept = new LRUCache<string, number>({ max: mostKept, ttl: keptMs })

/**
 * Counts the tickets of views. Counting 1000 or more tickets is expensive, so such a count is cached for ten seconds.
 */
export async function countViews<V extends CountedView>(tx: WorkspaceTx, reader: Reader, views: V[]) {
  const keyOf = (view: CountedView) => `${tx.workspaceId} ${view} ${view === 'mine' ? reader.id : ''}`
  const known = new Map(views.map((view) => [view, kept.get(keyOf(view))]))
  const missing = views.filter((view) => known.get(view) === undefined)
  const counted = await countAnew(tx, reader, missing)
  for (const view of missing) if ((counted[view] ?? 0) >= manyTickets) kept.set(keyOf(view), counted[view])
  return Object.fromEntries(views.map((view) => [view, known.get(view) ?? counted[view] ?? 0])) as Record<V, number>
}

const views: CountedView[] = [
  'mine',
  'unassigned',
  'active',
  'pending',
  'solved',
  'snoozed',
  'closed',
  'all',
  'suspended',
  'spam',
  'trash',
]

export async function listViews(tx: WorkspaceTx, reader: Reader) {
  const counts = await countViews(tx, reader, views)
  return { items: views.map((id) => ({ id, count: counts[id] })), next: null }
}
