import type { WorkspaceTx } from '#server/platform/database.ts'
import { searchQuery } from '#server/search/search-words.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import type { Asked, Page } from './list-tickets.ts'
import { listTicketCardsById, type TicketCard } from './queries/lists.ts'
import { type Found, searchOwnTickets, searchTickets } from './queries/search.ts'
import { findIdByNumber } from './queries/tickets.ts'
import type { Reader } from './seen-by.ts'

const candidates = 400
const mostRounds = 5

/** Tickets of a view with these words, what was said last first. A number names its ticket, wherever that stands. */
export async function searchInView(tx: WorkspaceTx, reader: Reader, asked: Asked, q: string): Promise<Page> {
  const named = asked.cursor ? [] : await findNamed(tx, reader, q)
  const words = searchQuery(q)
  const found = words ? await findByWords(tx, reader, asked, words) : { cards: [], next: null }
  const others = found.cards.filter(({ id }) => id !== named[0]?.id)
  return { cards: [...named, ...others], next: found.next }
}

async function findNamed(tx: WorkspaceTx, reader: Reader, q: string): Promise<TicketCard[]> {
  const number = Number(/^#?(\d{1,9})$/.exec(q.trim())?.[1])
  const named = number ? await findIdByNumber(tx, number, reader) : undefined
  return named ? listTicketCardsById(tx, reader, [named.id]) : []
}

/**
 * The view is applied to what the words found, some hundred at a time. When few of very many stand in the view, the
 * page may be short, and its cursor goes on from there.
 */
async function findByWords(tx: WorkspaceTx, reader: Reader, asked: Asked, words: string): Promise<Page> {
  const search = reader.isCustomer
    ? (before: Cursor | undefined) => searchOwnTickets(tx, reader.id, { words, before, most: candidates })
    : (before: Cursor | undefined) => searchTickets(tx, { words, before, most: candidates })
  const cards: TicketCard[] = []
  let last = readCursor(asked.cursor)
  for (let round = 0; round < mostRounds; round += 1) {
    const found = await search(last)
    for (const { ticketId, updatedAt, card } of await inView(tx, reader, asked, found)) {
      if (cards.length === asked.limit) return { cards, next: last ? writeCursor(last) : null }
      if (card) cards.push(card)
      last = { key: updatedAt, id: ticketId }
    }
    if (found.length < candidates) return { cards, next: null }
  }
  return { cards, next: last ? writeCursor(last) : null }
}

async function inView(tx: WorkspaceTx, reader: Reader, { view, requester }: Asked, found: Found[]) {
  const ids = found.map(({ ticketId }) => ticketId)
  const cards = ids.length > 0 ? await listTicketCardsById(tx, reader, ids, view) : []
  const byId = new Map(cards.filter((card) => !requester || card.requesterId === requester).map((card) => [card.id, card]))
  return found.map((one) => ({ ...one, card: byId.get(one.ticketId) }))
}
