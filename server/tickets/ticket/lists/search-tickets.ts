import { type QueryNode, takeWords } from '#contract/search/query.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Cursor, readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import {
  findTicketCard,
  listIdsInView,
  listTicketCardsById,
  type TicketCard,
  type TicketFilter,
} from '#server/tickets/ticket/queries/lists.ts'
import { searchTickets, searchVisibleTickets } from '#server/tickets/ticket/queries/search.ts'
import { findIdByNumber } from '#server/tickets/ticket/queries/tickets.ts'
import type { Page, ViewQuery } from './list-tickets.ts'
import { isEverything } from './read-ticket-query.ts'

/** Maximum number of hits that each round reads. The first hundred hits usually fill a page. */
const rounds = [100, 300, 600, 1000]

type Search = {
  /** A tsquery. */
  words: string
  /** The number of a ticket, if the words are one. */
  number: SearchedNumber | null
}
type SearchedNumber = {
  number: number
  /** True if the search has no other condition. The ticket is then found outside the view, too. */
  isAlone: boolean
}
type SearchPage = TicketFilter & Pick<ViewQuery, 'cursor' | 'limit'>

/** Returns the ticket number that is the only word of a search, such as `1234`, or `#1234` in `status:open #1234`. */
export function numberIn(node: QueryNode): SearchedNumber | null {
  const [words, others] = takeWords(node)
  const [word] = words
  const number = words.length === 1 && !word!.isPhrase ? Number(/^#?(\d{1,9})$/.exec(word!.text)?.[1] ?? 0) : 0
  return number ? { number, isAlone: isEverything(others) } : null
}

/** Searches a view, latest change first. A ticket with the searched number comes first, even outside the view. */
export async function searchInView(tx: WorkspaceTx, reader: Reader, asked: SearchPage, search: Search): Promise<Page> {
  const named = asked.cursor ? [] : await findNamed(tx, reader, asked, search)
  const found = await findByWords(tx, reader, asked, search.words)
  const others = found.cards.filter(({ id }) => id !== named[0]?.id)
  return { cards: [...named, ...others], next: found.next }
}

async function findNamed(
  tx: WorkspaceTx,
  reader: Reader,
  filter: TicketFilter,
  { number: searched }: Search,
): Promise<TicketCard[]> {
  const named = searched ? await findIdByNumber(tx, searched.number, reader) : undefined
  if (!named || !searched) return []
  const isFound = searched.isAlone || (await listIdsInView(tx, reader, [named.id], filter)).length > 0
  const card = isFound && (await findTicketCard(tx, reader, named.id))
  return card ? [card] : []
}

// Reads hits in rounds and keeps those that are in the view. After the last round the page can be short. Its cursor
// then continues after the last hit that was read.
async function findByWords(tx: WorkspaceTx, reader: Reader, asked: SearchPage, words: string): Promise<Page> {
  const search =
    reader.kind === 'customer'
      ? (before: Cursor | undefined, most: number) => searchVisibleTickets(tx, reader.id!, { words, before, most })
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
const mostReads = 60

export async function searchIdsInView(
  tx: WorkspaceTx,
  reader: Reader,
  filter: TicketFilter,
  { limit, ...search }: Search & { limit: number },
): Promise<string[]> {
  const ids = (await findNamed(tx, reader, filter, search)).map(({ id }) => id)
  let before: Cursor | undefined
  for (let reads = 0; reads < mostReads; reads += 1) {
    const found = await searchTickets(tx, { words: search.words, before, most: findsAtOnce })
    const hits = found.map(({ ticketId }) => ticketId)
    ids.push(...(await listIdsInView(tx, reader, hits, filter)))
    const last = found.at(-1)
    if (!last || found.length < findsAtOnce || ids.length >= limit) return [...new Set(ids)].slice(0, limit)
    before = { key: last.updatedAt, id: last.ticketId }
  }
  throw new Refusal('batch-too-large')
}

async function pageOf(tx: WorkspaceTx, reader: Reader, chosen: Cursor[], last: Cursor | undefined): Promise<Page> {
  const ids = chosen.map(({ id }) => id)
  const cards = await listTicketCardsById(tx, reader, ids)
  const shown = withinBytes(cards)
  const end = shown.length < cards.length ? chosen.find(({ id }) => id === shown.at(-1)!.id) : last
  return { cards: shown, next: end ? writeCursor(end) : null }
}
