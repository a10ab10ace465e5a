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
  listFilteredCards,
  listIdsOfView,
  listTicketCards,
  listTicketCardsById,
  querySort,
  sortFor,
  type TicketCard,
} from '#server/tickets/ticket/queries/lists.ts'
import { conditionOf, type Order, orderOf } from '#server/tickets/ticket/queries/views.ts'
import { shapeTicketRow } from '#server/tickets/ticket/show-ticket.ts'
import { compileSearch, isEverything, readTicketQuery } from './read-ticket-query.ts'
import { numberIn, searchIdsInView, searchInView } from './search-tickets.ts'

type TicketQuery = QueryOf<typeof contract>
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
  const { view, q, requester, assignee, externalId, ...page } = asked
  refuseFilters({ q, requester, assignee, externalId, view: view === 'all' ? undefined : view })
  return follow(tx, 'ticket', page, async (ids) =>
    (await listTicketCardsById(tx, reader, ids)).map((card) => shapeTicketRow(card, reader)),
  )
}

async function findExactly(
  tx: WorkspaceTx,
  reader: Reader,
  { view, q, requester, assignee, externalId }: Omit<TicketQuery, 'order'> & { externalId: string },
) {
  if (reader.kind === 'customer') throw new Refusal('not-allowed')
  if (view !== 'all' || (q ?? requester ?? assignee))
    throw new Refusal('invalid', { detail: '`externalId` cannot be combined with other filters' })
  const id = await findIdByExternalId(tx, 'ticket', externalId)
  const card = id && (await findTicketCard(tx, reader, id))
  return { items: card ? [shapeTicketRow(card, reader)] : [], next: null }
}

async function listInView(tx: WorkspaceTx, reader: Reader, asked: ViewQuery) {
  if (!conditionOf(asked.view, reader)) throw new Refusal('not-allowed')
  if (asked.assignee && reader.kind === 'customer') throw new Refusal('not-allowed')
  const query = readTicketQuery(asked.q ?? '', reader)
  const page =
    isEverything(query.node) && !query.order
      ? await pageOfView(tx, reader, asked)
      : await pageOfQuery(tx, reader, asked, query)
  return { items: page.cards.map((card) => shapeTicketRow(card, reader)), next: page.next }
}

/** A search is sorted by latest change, which the search index does. With another order, words are conditions. */
async function pageOfQuery(tx: WorkspaceTx, reader: Reader, asked: ViewQuery, query: Query): Promise<Page> {
  const { order, node } = query
  const isByChange = order ? order.key === 'updated' && order.isDescending : true
  const { filter, words } = await compileSearch(tx, reader, query, { wholeFilter: !isByChange })
  const { view, requester, assignee, cursor, limit } = asked
  const wanted = { view, requester, assignee, ...filter }
  if (words) return searchInView(tx, reader, { ...wanted, cursor, limit }, { words, number: numberIn(node) })
  const sort = order ? querySort(order, tx.workspaceId) : sortFor(orderOf(view, reader, asked.order), reader.kind)
  const cards = await listFilteredCards(tx, reader, wanted, {
    sort,
    after: readSortCursor(cursor, sort.kind),
    limit: limit + 1,
  })
  return pageFrom(cards, limit)
}

export async function listMatchingIds(
  tx: WorkspaceTx,
  reader: Reader,
  { q = '', ...view }: TicketMatch,
  limit: number,
) {
  const query = readTicketQuery(q, reader)
  const { filter, words } = await compileSearch(tx, reader, query, { wholeFilter: false })
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
  return cards.filter(({ waitingSince }) => waitingSince !== null).map((card) => shapeTicketRow(card, reader))
}
