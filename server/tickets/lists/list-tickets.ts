import type { QueryOf } from '#contract/endpoint.ts'
import type { listTickets as contract } from '#contract/tickets.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/cursor.ts'
import { withinBytes } from '#server/search/page-bytes.ts'
import type { Reader } from '#server/tickets/caller.ts'
import { listTicketCards, type TicketCard } from '#server/tickets/queries/lists.ts'
import { conditionOf, orderOf } from '#server/tickets/queries/views.ts'
import { shapeTicketRow } from '#server/tickets/show-ticket.ts'
import { searchInView } from './search-tickets.ts'

export type TicketQuery = QueryOf<typeof contract>

/** A page of tickets: a view, or what is found in it by words. */
export async function listTickets(tx: WorkspaceTx, reader: Reader, asked: TicketQuery) {
  if (!conditionOf(asked.view, reader)) throw new Refusal('not-allowed')
  if (asked.assignee && reader.kind === 'customer') throw new Refusal('not-allowed')
  const page = asked.q?.trim() ? await searchInView(tx, reader, asked, asked.q) : await pageOfView(tx, reader, asked)
  return { items: page.cards.map((card) => shapeTicketRow(card, reader)), next: page.next }
}

export type Page = { cards: TicketCard[]; next: string | null }

async function pageOfView(
  tx: WorkspaceTx,
  reader: Reader,
  { view, order, requester, assignee, cursor, limit }: TicketQuery,
): Promise<Page> {
  const cards = await listTicketCards(tx, reader, {
    ...{ view, requester, assignee, order: orderOf(view, reader, order) },
    after: readCursor(cursor),
    limit: limit + 1,
  })
  const shown = withinBytes(cards.slice(0, limit))
  return { cards: shown, next: cards.length > shown.length ? cursorAfter(shown.at(-1)!) : null }
}

const cursorAfter = ({ sortKey, id }: TicketCard) => writeCursor({ key: sortKey, id })

/** The tickets that wait longest for the team. */
export async function listLongestWaiting(tx: WorkspaceTx, reader: Reader, limit: number) {
  const cards = await listTicketCards(tx, reader, { view: 'active', order: 'waiting', limit })
  return cards.filter(({ waitingSince }) => waitingSince !== null).map((card) => shapeTicketRow(card, reader))
}
