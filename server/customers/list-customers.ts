import type { listCustomers as contract } from '#contract/customers.ts'
import { readEmailAddress } from '#contract/email-address.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { followingOrder } from '#contract/following.ts'
import { follow, refuseFilters } from '#server/following/follow.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/cursor.ts'
import { withinBytes } from '#server/search/page-bytes.ts'
import { searchQuery } from '#server/search/search-words.ts'
import { findCustomerByEmail } from './customer-accounts.ts'
import {
  type CustomerCard,
  findCustomerCard,
  listCustomerCards,
  listCustomersById,
  searchCustomerCards,
} from './queries.ts'

/** Customers, newest first, or those found by name or address. A whole address names its customer, who comes first. */
export async function listCustomers(tx: WorkspaceTx, { order, updatedAfter, ...asked }: QueryOf<typeof contract>) {
  if (order === followingOrder) return followCustomers(tx, { ...asked, updatedAfter })
  if (updatedAfter) throw new Refusal('updated-after-needs-order')
  return findCustomers(tx, asked)
}

type CustomerQuery = Omit<QueryOf<typeof contract>, 'order'>

function followCustomers(tx: WorkspaceTx, { q, ...page }: CustomerQuery) {
  refuseFilters({ q })
  return follow(tx, 'customer', page, async (ids) => (await listCustomersById(tx, ids)).map(shapeCustomer))
}

async function findCustomers(tx: WorkspaceTx, { q, cursor, limit }: CustomerQuery) {
  const page = { after: readCursor(cursor), limit: limit + 1 }
  const words = q ? searchQuery(q) : null
  const cards = words ? await searchCustomerCards(tx, words, page) : await listCustomerCards(tx, page)
  const shown = withinBytes(cards.slice(0, limit))
  const last = shown.at(-1)
  const named = q && !cursor ? await findNamed(tx, q) : []
  const others = shown.filter(({ id }) => id !== named[0]?.id)
  return {
    items: [...named, ...others].map(shapeCustomer),
    next: last && cards.length > shown.length ? writeCursor({ key: last.sortKey, id: last.id }) : null,
  }
}

/** Words leave out the signs by which two addresses may differ. */
async function findNamed(tx: WorkspaceTx, q: string): Promise<CustomerCard[]> {
  const address = readEmailAddress(q)
  const known = address && (await findCustomerByEmail(tx, address))
  const card = known && (await findCustomerCard(tx, known.id))
  return card ? [card] : []
}

export const shapeCustomer = ({ id, name, emails, tags, language, ticketCount, createdAt }: CustomerCard) => ({
  ...{ id, name, emails, tags, language, ticketCount, createdAt },
})
