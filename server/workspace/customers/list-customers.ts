import { readEmailAddress } from '#contract/email-address.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { followingOrder } from '#contract/search/following.ts'
import type { listCustomers as contract } from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { follow, refuseFilters } from '#server/search/following/follow.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findIdByExternalId } from '#server/search/words/external-ids.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'
import { searchQuery } from '#server/search/words/search-words.ts'
import { findCustomerByEmail } from './customer-accounts.ts'
import { readPhoneDigits } from './phone-words.ts'
import {
  type CustomerCard,
  findCustomerCard,
  listCustomerCards,
  listCustomersById,
  searchCustomerCards,
} from './queries.ts'

/** Lists customers. If the search text is a mail address or an external id, the customer who has it comes first. */
export async function listCustomers(tx: WorkspaceTx, { order, updatedAfter, ...asked }: QueryOf<typeof contract>) {
  if (order === followingOrder) return followCustomers(tx, { ...asked, updatedAfter })
  if (updatedAfter) throw new Refusal('updated-after-needs-order')
  return findCustomers(tx, asked)
}

type CustomerQuery = Omit<QueryOf<typeof contract>, 'order'>

function followCustomers(tx: WorkspaceTx, { q, email, externalId, ...page }: CustomerQuery) {
  refuseFilters({ q, email, externalId })
  return follow(tx, 'customer', page, async (ids) => (await listCustomersById(tx, ids)).map(shapeCustomer))
}

async function findCustomers(tx: WorkspaceTx, { q, email, externalId, cursor, limit }: CustomerQuery) {
  if (email ?? externalId) return findExactly(tx, { q, email, externalId })
  const page = { after: readCursor(cursor), limit: limit + 1 }
  const words = q ? searchQuery(readPhoneDigits(q) ?? q) : null
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

async function findExactly(tx: WorkspaceTx, { q, email, externalId }: Omit<CustomerQuery, 'limit'>) {
  if (q || (email && externalId))
    throw new Refusal('invalid', {
      detail: 'Send only one of `email`, `externalId` and `q`',
    })
  const id = email ? (await findCustomerByEmail(tx, email))?.id : await findIdByExternalId(tx, 'customer', externalId!)
  const card = id && (await findCustomerCard(tx, id))
  return { items: card ? [shapeCustomer(card)] : [], next: null }
}

/** Finds the customer with exactly this address or external id, who comes first in the results. */
async function findNamed(tx: WorkspaceTx, q: string): Promise<CustomerCard[]> {
  const address = readEmailAddress(q)
  const id = address ? (await findCustomerByEmail(tx, address))?.id : await findIdByExternalId(tx, 'customer', q.trim())
  const card = id && (await findCustomerCard(tx, id))
  return card ? [card] : []
}

export const shapeCustomer = ({ sortKey: _, ...customer }: CustomerCard) => customer
