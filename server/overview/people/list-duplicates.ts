import { listCustomers, showCustomer } from '#server/fields/profiles/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { fold } from '#server/search/words/fold.ts'

const mostSearched = 50
const mostListed = 5

/** Lists other customers with the same name or external id, ignoring case and accents. */
export async function listDuplicates(tx: WorkspaceTx, id: string) {
  const customer = await showCustomer(tx, id)
  const texts = [customer.name, customer.externalId ?? ''].filter(Boolean)
  const lists = texts.map((q) => listCustomers(tx, { q, order: 'created', limit: mostSearched }))
  const found = (await Promise.all(lists)).flatMap(({ items }) => items)
  const isSame = (one: string | null, other: string | null) => Boolean(one && other && fold(one) === fold(other))
  const items = found.filter(
    (other, at) =>
      other.id !== id &&
      found.findIndex((first) => first.id === other.id) === at &&
      (isSame(other.name, customer.name) || isSame(other.externalId, customer.externalId)),
  )
  return { items: items.slice(0, mostListed) }
}
