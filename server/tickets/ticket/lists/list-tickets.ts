import type { QueryOf } from '#contract/endpoint.ts'
import { followingOrder } from '#contract/search/following.ts'
import type { Query } from '#contract/search/query.ts'
import type { TicketMatch } from '#contract/tickets/changes.ts'
import type { listTickets as contract } from '#contract/tickets/tickets.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { follow, refuseFilters } from '#server/search/following/follow.ts'
import { readCursor, readSortCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findIdByExternalId } from '#server/search/words/external-ids.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import {
  findTicketCard,
  listFilteredRows,
  listIdsOfView,
  listTicketCards,
  listTicketCardsById,
  querySort,
  sortFor,
  type TicketCard,
} from '#server/tickets/ticket/queries/lists.ts'
import { conditionOf, type Order, orderOf, type View } from '#server/tickets/ticket/queries/views.ts'
import { shapeTicketRows } from '#server/tickets/ticket/show-ticket.ts'
import { listInGroups } from './list-in-groups.ts'
import { compileListed, isEverything, readTicketQuery } from './read-ticket-query.ts'
import { numberIn, searchIdsInView, searchInView } from './search-tickets.ts'

type TicketQuery = Omit<QueryOf<typeof contract>, 'view'> & {
  view: View
  /** The query of a saved view. Only its tickets are listed, in its order if nothing else names one. */
  within?: Query | undefined
}
export type ViewQuery = Omit<TicketQuery, 'order' | 'updatedAfter'> & { order?: Order | undefined }

// `key`: the API key of the caller. Lists for API keys are by default in the order of creation, because changes do not
// affect this order.
type ListCaller = Reader & Partial<Pick<Member, 'key'>>

export async function listTickets(tx: WorkspaceTx, reader: ListCaller, { order, updatedAfter, ...asked }: TicketQuery) {
  if (order === followingOrder) return followTickets(tx, reader, { ...asked, updatedAfter })
  if (updatedAfter) throw new Refusal('updated-after-needs-order')
  if (asked.externalId) return findExactly(tx, reader, { ...asked, externalId: asked.externalId })
  return listInView(tx, reader, { ...asked, order: order ?? (reader.key ? 'created' : undefined) })
}

async function followTickets(tx: WorkspaceTx, reader: Reader, asked: Omit<TicketQuery, 'order'>) {
  if (reader.kind === 'customer') throw new Refusal('not-allowed')
  const { view, q, requester, assignee, externalId, group, within, folded: _, ...page } = asked
  refuseFilters({ q, requester, assignee, externalId, group, view: view === 'all' && !within ? undefined : view })
  return follow(tx, 'ticket', page, async (ids) =>
    shapeTicketRows(tx, await listTicketCardsById(tx, reader, ids), reader),
  )
}

async function findExactly(
  tx: WorkspaceTx,
  reader: Reader,
  { view, q, requester, assignee, externalId, group, within }: Omit<TicketQuery, 'order'> & { externalId: string },
) {
  if (reader.kind === 'customer') throw new Refusal('not-allowed')
  if (view !== 'all' || (q ?? requester ?? assignee ?? group ?? within))
    throw new Refusal('invalid', { detail: '`externalId` cannot be combined with other filters' })
  const id = await findIdByExternalId(tx, 'ticket', externalId)
  const card = id && (await findTicketCard(tx, reader, id))
  return { items: card ? await shapeTicketRows(tx, [card], reader) : [], next: null }
}

async function listInView(tx: WorkspaceTx, reader: Reader, asked: ViewQuery) {
  if (!conditionOf(asked.view, reader)) throw new Refusal('not-allowed')
  if ((asked.assignee ?? asked.group) && reader.kind === 'customer') throw new Refusal('not-allowed')
  const query = queryWithin(asked, await readTicketQuery(tx, asked.q ?? '', reader))
  if (asked.group) {
    const { filter } = await compileListed(tx, reader, query, { wholeFilter: true })
    const { view, requester, assignee, group, folded, cursor, limit } = asked
    const sort = sortOf(tx, reader, asked, query)
    return listInGroups(tx, reader, { view, requester, assignee, ...filter }, { group, folded, cursor, limit, sort })
  }
  const page =
    isEverything(query.node) && !query.order
      ? await pageOfView(tx, reader, asked)
      : await pageOfQuery(tx, reader, asked, query)
  return { items: await shapeTicketRows(tx, page.cards, reader), next: page.next }
}

/** Joins the query of the caller with the one of the saved view. An order that the caller names counts first. */
function queryWithin({ within, order }: Pick<ViewQuery, 'within' | 'order'>, query: Query): Query {
  if (!within) return query
  const parts = [within.node, query.node].flatMap((node) => (node.kind === 'and' ? node.parts : [node]))
  const node = parts.length === 1 ? parts[0]! : ({ kind: 'and', parts } as const)
  return { node, order: query.order ?? (order ? null : within.order) }
}

/** A search is sorted by latest change, which the search index does. With another order, words are conditions. */
async function pageOfQuery(tx: WorkspaceTx, reader: Reader, asked: ViewQuery, query: Query): Promise<Page> {
  const { order, node } = query
  const isByChange = order ? order.key === 'updated' && order.isDescending : true
  const { view, requester, assignee, cursor, limit } = asked
  const sort = sortOf(tx, reader, asked, query)
  const list = { filter: { view, requester, assignee }, sort }
  const { filter, words } = await compileListed(tx, reader, query, { wholeFilter: !isByChange, list })
  const wanted = { view, requester, assignee, ...filter }
  if (words) return searchInView(tx, reader, { ...wanted, cursor, limit }, { words, number: numberIn(node) })
  const after = readSortCursor(cursor, sort.kind)
  const rows = await listFilteredRows(tx, reader, wanted, { sort, after, limit: limit + 1 })
  const sortKeys = new Map(rows.map(({ id, sortKey }) => [id, sortKey]))
  const cards = await listTicketCardsById(tx, reader, [...sortKeys.keys()])
  return pageFrom(
    cards.map((card) => Object.assign(card, { sortKey: sortKeys.get(card.id)! })),
    limit,
  )
}

const sortOf = ({ workspaceId }: WorkspaceTx, reader: Reader, { view, order }: ViewQuery, query: Query) =>
  query.order ? querySort(query.order, workspaceId) : sortFor(orderOf(view, reader, order), reader.kind)

export type TicketFilterQuery = Omit<TicketMatch, 'view'> & Pick<TicketQuery, 'view' | 'within'>

export async function listMatchingIds(
  tx: WorkspaceTx,
  reader: Reader,
  { q = '', within, ...view }: TicketFilterQuery,
  limit: number,
) {
  const query = queryWithin({ within }, await readTicketQuery(tx, q, reader))
  const { filter, words } = await compileListed(tx, reader, query, { wholeFilter: false })
  const wanted = { ...view, ...filter }
  return words
    ? searchIdsInView(tx, reader, wanted, { words, number: numberIn(query.node), limit })
    : listIdsOfView(tx, reader, wanted, limit)
}

export type Page = { cards: TicketCard[]; next: string | null }

async function pageOfView(
  tx: WorkspaceTx,
  reader: Reader,
  { view, order, requester, assignee, cursor, limit }: ViewQuery,
): Promise<Page> {
  const cards = await listTicketCards(tx, reader, {
    ...{ view, requester, assignee, order: orderOf(view, reader, order) },
    after: readCursor(cursor),
    limit: limit + 1,
  })
  return pageFrom(cards, limit)
}

function pageFrom(cards: TicketCard[], limit: number): Page {
  const shown = withinBytes(cards.slice(0, limit))
  return { cards: shown, next: cards.length > shown.length ? cursorAfter(shown.at(-1)!) : null }
}

const cursorAfter = ({ sortKey, id }: TicketCard) => writeCursor({ key: sortKey, id })

export async function listLongestWaiting(tx: WorkspaceTx, reader: Reader, limit: number) {
  const cards = await listTicketCards(tx, reader, { view: 'active', order: 'waiting', limit })
  return shapeTicketRows(
    tx,
    cards.filter(({ waitingSince }) => waitingSince !== null),
    reader,
  )
}

/** Returns tickets in the order of the ids, without those that the reader must not see. */
export const listTicketsById = async (tx: WorkspaceTx, reader: Reader, ids: string[]) =>
  shapeTicketRows(tx, await listTicketCardsById(tx, reader, ids), reader)
