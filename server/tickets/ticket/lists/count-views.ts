import { LRUCache } from 'lru-cache'
import type { Query } from '#contract/search/query.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { type CountedFilter, countFiltered } from '#server/tickets/ticket/queries/lists.ts'
import type { View } from '#server/tickets/ticket/queries/views.ts'
import { compileSearch, isSlow } from './read-ticket-query.ts'

/** A list to count: a built-in view, or the tickets that a query matches. `key` tells lists apart. */
export type CountedList = { key: string } & ({ view: View | 'suspended' } | { query: Query })
export type Counted = { count: number; isMore: boolean }

const manyTickets = 1000
const keptMs = 10_000
const slowMs = 1000
const mostKept = 10_000
const kept = new LRUCache<string, Counted>({ max: mostKept, ttl: keptMs })

/**
 * Counts the tickets of several lists with one statement, each up to `most`. Counting 1000 or more tickets is expensive,
 * so such a count is cached for ten seconds. After a statement that took more than a second, all its counts are cached,
 * for twenty times as long as it took.
 */
export async function countLists(
  tx: WorkspaceTx,
  reader: Reader,
  lists: CountedList[],
  most: number,
): Promise<Counted[]> {
  const keyOf = ({ key }: CountedList) => `${tx.workspaceId} ${key} ${most} ${reader.id}`
  const known = lists.map((list) => kept.get(keyOf(list)))
  const missing = lists.filter((_, at) => !known[at])
  if (missing.length === 0) return known.map((counted) => counted!)
  const filters = await Promise.all(missing.map((list) => filterOf(tx, reader, list)))
  const startedAt = performance.now()
  const counted = await countFiltered(tx, reader, filters, most)
  const tookMs = performance.now() - startedAt
  const isLong = tookMs > slowMs
  for (const [at, one] of counted.entries())
    if (isLong || one.count >= manyTickets)
      kept.set(keyOf(missing[at]!), one, { ttl: isLong ? Math.max(keptMs, 20 * tookMs) : keptMs })
  const fresh = new Map(missing.map((list, at) => [list, counted[at]!]))
  return lists.map((list, at) => known[at] ?? fresh.get(list)!)
}

async function filterOf(tx: WorkspaceTx, reader: Reader, list: CountedList): Promise<CountedFilter> {
  if ('view' in list) return list.view === 'suspended' ? 'suspended' : { view: list.view }
  const { filter } = await compileSearch(tx, reader, list.query, { wholeFilter: true, isCount: true })
  const { node } = list.query
  return { view: 'all', ...filter, isSlow: isSlow(node) }
}

const mostOnDashboard = 10_000

/** Counts the tickets of built-in views for the dashboard. */
export async function countViews<V extends View>(tx: WorkspaceTx, reader: Reader, views: V[]) {
  const lists = views.map((view) => ({ key: view, view }))
  const counted = await countLists(tx, reader, lists, mostOnDashboard)
  return Object.fromEntries(views.map((view, at) => [view, counted[at]!.count])) as Record<V, number>
}
