import { mostCountedInView, type TicketGrouping } from '#contract/tickets/view-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { allOf } from '#server/search/words/compile-query.ts'
import { readGroupCursor, writeGroupCursor } from '#server/search/words/cursor.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { type CountedGroup, countGroups, findGrouping } from '#server/tickets/ticket/queries/groups.ts'
import {
  listFilteredRows,
  listTicketCardsById,
  type Sort,
  type TicketFilter,
} from '#server/tickets/ticket/queries/lists.ts'
import { shapeTicketRows } from '#server/tickets/ticket/show-ticket.ts'

type GroupedPage = {
  group: TicketGrouping
  folded?: string | undefined
  cursor?: string | undefined
  limit: number
  sort: Sort
}

/** Fills a page with the tickets of one group after the other. The cursor contains the group of the last ticket. */
export async function listInGroups(
  tx: WorkspaceTx,
  reader: Reader,
  filter: TicketFilter,
  { group, folded, cursor, limit, sort }: GroupedPage,
) {
  const grouping = await findGrouping(tx, group)
  const from = readGroupCursor(cursor, sort.kind)
  const counted = await countGroups(tx, reader, filter, { grouping, also: from?.group })
  const all = from ? groupsFrom(counted, from.group) : counted
  const hidden = new Set(folded?.match(groupValues))
  const open = all.filter(({ value, count }) => count > 0 && !hidden.has(value))
  const rows: Awaited<ReturnType<typeof listFilteredRows>> = []
  // The group in which the page begins can have no more tickets. Each other group has one.
  for (const keys of togetherOnPage(open.slice(0, limit + 2), limit, from?.group)) {
    if (rows.length > limit) break
    const matches = allOf([await grouping.has(keys), ...(filter.matches ? [filter.matches] : [])])
    const after = from && keys[0] === from.group ? from : undefined
    const page = { groups: { key: grouping.key, keys }, sort, after, limit: limit + 1 - rows.length }
    rows.push(...(await listFilteredRows(tx, reader, { ...filter, matches }, page)))
  }
  const onPage = rows.slice(0, limit)
  const ids = onPage.map(({ id }) => id)
  const cards = new Map((await listTicketCardsById(tx, reader, ids)).map((card) => [card.id, card]))
  const shown = withinBytes(
    onPage.flatMap((row) => {
      const card = cards.get(row.id)
      return card ? { ...row, card } : []
    }),
  )
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return {
    items: await shapeTicketRows(
      tx,
      shown.map(({ card }) => card),
      reader,
    ),
    next: last ? writeGroupCursor({ group: last.key, key: last.sortKey, id: last.id }) : null,
    groups: groupsOnPage(all, shown, { from: from?.group, to: last?.key }),
  }
}

const groupsFrom = (groups: CountedGroup[], key: string | null) => {
  const start = groups.findIndex((group) => group.key === key)
  if (start >= 0) return groups.slice(start)
  const message = 'The group in which this page begins does not exist any more. Read the list from its beginning.'
  throw new Refusal('invalid', { detail: message, fields: { cursor: message } })
}

/** Values of groups as `folded` has them. A value in quotation marks can contain commas. */
const groupValues = /"(?:\\.|[^"\\])*"|[^,"]+/g

/**
 * Returns the keys of groups that are read with one statement: those that fit on a page together. The group in which the
 * page begins is read alone.
 */
function togetherOnPage(groups: CountedGroup[], limit: number, first: string | null | undefined) {
  const together: (string | null)[][] = []
  let total = Number.POSITIVE_INFINITY
  for (const { key, count } of groups) {
    total += count
    if (total > limit) {
      together.push([])
      total = key === first ? Number.POSITIVE_INFINITY : count
    }
    together.at(-1)!.push(key)
  }
  return together
}

/** The group in which the page begins was on the page before, so it is here only with tickets. */
function groupsOnPage(
  groups: CountedGroup[],
  shown: { key: string | null }[],
  { from, to }: Record<'from' | 'to', string | null | undefined>,
) {
  const end = to === undefined ? groups.length : groups.findIndex(({ key }) => key === to) + 1
  return groups.slice(0, end).flatMap(({ key, value, name, count }) => {
    const own = shown.filter((row) => row.key === key).length
    if (count === 0 || (own === 0 && key === from)) return []
    return { value, name, shown: own, count: Math.min(count, mostCountedInView), isMore: count > mostCountedInView }
  })
}
