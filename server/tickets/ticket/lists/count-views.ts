import { LRUCache } from 'lru-cache'
import type { Condition, Query, QueryNode } from '#contract/search/query.ts'
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

/** `beganAt`: the count is right until the first change of the workspace after this time. */
type KeptCount = Counted & { beganAt: number }
const kept = new LRUCache<string, KeptCount>({ max: mostKept, ttl: keptMs })
/** The time of a count that is used whatever changes. */
const always = Number.POSITIVE_INFINITY

/**
 * Counts the tickets of several lists with one statement, each up to `most`. A count is cached until something in the
 * workspace changes, at most for ten seconds, so that the open pages of a team share it. Counting 1000 or more tickets
 * is expensive, so such a count is cached for ten seconds in any case. After a statement that took more than a second,
 * all its counts are cached for twenty times as long as it took.
 */
export async function countLists(
  tx: WorkspaceTx,
  reader: Reader,
  lists: CountedList[],
  most: number,
): Promise<Counted[]> {
  const keyOf = (list: CountedList) =>
    `${tx.workspaceId} ${list.key} ${most} ${dependenceOf(list) === 'none' ? '' : reader.id}`
  const lastChange = tx.database.lastChangeOf?.(tx.workspaceId) ?? always
  const known = lists.map((list) => {
    const found = kept.get(keyOf(list))
    return found && found.beganAt >= lastChange ? found : undefined
  })
  const missing = lists.filter((_, at) => !known[at])
  if (missing.length === 0) return known.map((counted) => shown(counted!))
  const filters = await Promise.all(missing.map((list) => filterOf(tx, reader, list)))
  const startedAt = performance.now()
  const counted = await countFiltered(tx, reader, filters, most)
  const tookMs = performance.now() - startedAt
  const isLong = tookMs > slowMs
  const ttl = isLong ? Math.max(keptMs, 20 * tookMs) : keptMs
  tx.reading?.toKeep.push(() => {
    for (const [at, one] of counted.entries()) {
      const list = missing[at]!
      if (isLong || one.count >= manyTickets) kept.set(keyOf(list), { ...one, beganAt: always }, { ttl })
      else if (dependenceOf(list) !== 'unknown') kept.set(keyOf(list), { ...one, beganAt: tx.reading!.beganAt })
    }
  })
  const fresh = new Map(missing.map((list, at) => [list, counted[at]!]))
  return lists.map((list, at) => shown(known[at] ?? fresh.get(list)!))
}

const shown = ({ count, isMore }: Counted): Counted => ({ count, isMore })

/**
 * Returns how a count depends on its reader. `unknown`: also on what changes without an event, such as what the reader
 * has read.
 */
function dependenceOf(list: CountedList): 'none' | 'reader' | 'unknown' {
  if ('view' in list) return list.view === 'suspended' ? 'unknown' : list.view === 'mine' ? 'reader' : 'none'
  const conditions = conditionsIn(list.query.node)
  if (conditions.some(({ key }) => key === 'is' || key === 'has')) return 'unknown'
  return conditions.some(({ values }) => values.some(({ text }) => ownNames.includes(text.toLowerCase())))
    ? 'reader'
    : 'none'
}

/** The values that stand for the reader, and for the teams of the reader. */
const ownNames = ['me', 'mine']

function conditionsIn(node: QueryNode): Condition[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(conditionsIn)
  if (node.kind === 'not') return conditionsIn(node.part)
  return node.kind === 'condition' ? [node] : []
}

async function filterOf(tx: WorkspaceTx, reader: Reader, list: CountedList): Promise<CountedFilter> {
  if ('view' in list) return list.view === 'suspended' ? 'suspended' : { view: list.view }
  const { filter } = await compileSearch(tx, reader, list.query, { wholeFilter: true })
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
