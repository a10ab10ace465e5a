import type { listCustomers as contract } from '#contract/customers.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readCursor, writeCursor } from '#server/search/cursor.ts'
import { withinBytes } from '#server/search/page-bytes.ts'
import { searchQuery } from '#server/search/search-words.ts'
import { type CustomerCard, listCustomerCards, searchCustomerCards } from './queries.ts'

/** Customers, newest first, or those found by name or address. */
export async function listCustomers(tx: WorkspaceTx, { q, cursor, limit }: QueryOf<typeof contract>) {
  const page = { after: readCursor(cursor), limit: limit + 1 }
  const words = q ? searchQuery(q) : null
  const cards = words ? await searchCustomerCards(tx, words, page) : await listCustomerCards(tx, page)
  const shown = withinBytes(cards.slice(0, limit))
  const last = shown.at(-1)
  return {
    items: shown.map(shapeCustomer),
    next: last && cards.length > shown.length ? writeCursor({ key: last.sortKey, id: last.id }) : null,
  }
}

export const shapeCustomer = ({ id, name, emails, tags, language, ticketCount, createdAt }: CustomerCard) => ({
  ...{ id, name, emails, tags, language, ticketCount, createdAt },
})
