import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Cursor, readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'
import { searchQuery } from '#server/search/words/search-words.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import {
  findTicketCard,
  listIdsInView,
  listTicketCardsById,
  type TicketCard,
} from '#server/tickets/ticket/queries/lists.ts'
import { searchOwnTickets, searchTickets } from '#server/tickets/ticket/queries/search.ts'
import { findIdByNumber } from '#server/tickets/ticket/queries/tickets.ts'
import type { Page, ViewQuery } from './list-tickets.ts'

/** Maximum number of hits that each round reads. The first hundred hits usually fill a page. */
const rounds = [100, 300, 600, 1000]

/** Searches a view, latest change first. A ticket with the searched number comes first, even outside the view. */
export async function searchInView(tx: WorkspaceTx, reader: Reader, asked: ViewQuery, q: string): Promise<Page> {
  const named = asked.cursor ? [] : await findNamed(tx, reader, q)
  const words = searchQuery(q)
  const found = words ? await findByWords(tx, reader, asked, words) : { cards: [], next: null }
  const others = found.cards.filter(({ id }) => id !== named[0]?.id)
  return { cards: [...named, ...others], next: found.next }
}

async function findNamed(tx: WorkspaceTx, reader: Reader, q: string): Promise<TicketCard[]> {
  const number = Number(/^#?(\d{1,9})$/.exec(q.trim())?.[1])
  const named = number ? await findIdByNumber(tx, number, reader) : undefined
  const card = named && (await findTicketCard(tx, reader, named.id))
  return card ? [card] : []
}

// Reads hits in rounds and keeps those that are in the view. After the last round the page can be short. Its cursor
// then continues after the last hit that was read.
async function findByWords(tx: WorkspaceTx, reader: Reader, asked: ViewQuery, words: string): Promise<Page> {
  const search =
    reader.kind === 'customer'
      ? (before: Cursor | undefined, most: number) => searchOwnTickets(tx, reader.id!, { words, before, most })
      : (before: Cursor | undefined, most: number) => searchTickets(tx, { words, before, most })
  const chosen: Cursor[] = []
  let last = readCursor(asked.cursor)
  for (const most of rounds) {
    const found = await search(last, most)
    const ids = found.map(({ ticketId }) => ticketId)
    const inView = new Set(await listIdsInView(tx, reader, ids, asked))
    for (const { ticketId: id, updatedAt: key } of found) {
      if (chosen.length === asked.limit) return pageOf(tx, reader, chosen, last)
      last = { key, id }
      if (inView.has(id)) chosen.push(last)
    }
    if (found.length < most) return pageOf(tx, reader, chosen, undefined)
  }
  return pageOf(tx, reader, chosen, last)
}

/** Hits per read, and maximum number of reads, of a search for a batch. A search with more hits is refused. */
const findsAtOnce = 1000
const mostReads = 30

export async function searchIdsInView(
  tx: WorkspaceTx,
  reader: Reader,
  query: Pick<ViewQuery, 'view' | 'requester' | 'assignee'>,
  { q, limit }: { q: string; limit: number },
): Promise<string[]> {
  const ids = (await findNamed(tx, reader, q)).map(({ id }) => id)
  const words = searchQuery(q)
  let before: Cursor | undefined
  for (let reads = 0; words && reads < mostReads; reads += 1) {
    const found = await searchTickets(tx, { words, before, most: findsAtOnce })
    const hits = found.map(({ ticketId }) => ticketId)
    ids.push(...(await listIdsInView(tx, reader, hits, query)))
    const last = found.at(-1)
    if (!last || found.length < findsAtOnce || ids.length >= limit) return [...new Set(ids)].slice(0, limit)
    before = { key: last.updatedAt, id: last.ticketId }
  }
  if (words) throw new Refusal('batch-too-large')
  return ids
}

async function pageOf(tx: WorkspaceTx, reader: Reader, chosen: Cursor[], last: Cursor | undefined): Promise<Page> {
  const ids = chosen.map(({ id }) => id)
  const found = new Map((await listTicketCardsById(tx, reader, ids)).map((card) => [card.id, card]))
  const cards = ids.flatMap((id) => found.get(id) ?? [])
  const shown = withinBytes(cards)
  const end = shown.length < cards.length ? chosen.find(({ id }) => id === shown.at(-1)!.id) : last
  return { cards: shown, next: end ? writeCursor(end) : null }
}
