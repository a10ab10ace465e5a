import type { BodyOf } from '#contract/endpoint.ts'
import type { createCustomer as contract, putCustomerByExternalId } from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockIdByExternalId, refuseTakenId } from '#server/search/words/external-ids.ts'
import { changeAddresses, refuseTaken } from './change-addresses.ts'
import { changeCustomer, showCustomer } from './change-customer.ts'
import { findOrCreateCustomer } from './customer-accounts.ts'
import { findCustomerCard, findIdsByAddress, insertOtherAddresses, updateCustomer } from './queries.ts'

type NewCustomer = BodyOf<typeof contract>

/** Creates a customer without sending mail. An address of another customer is refused, with the id of that customer. */
export async function createCustomer(tx: WorkspaceTx, { emails, name = '', tags, ...rest }: NewCustomer) {
  const [email, ...others] = [...new Set(emails)] as [string, ...string[]]
  await refuseTaken(tx, [email, ...others])
  await refuseTakenId(tx, 'customer', rest.externalId)
  const { id } = await findOrCreateCustomer(tx, { email, name })
  if (others.length > 0) await insertOtherAddresses(tx, id, others)
  await updateCustomer(tx, id, { name, ...rest, ...(tags && { tags: [...new Set(tags)] }) })
  return showCustomer(tx, id)
}

/**
 * Changes the customer with an external id. If there is none, a customer with one of the addresses and without an
 * external id gets it; otherwise a customer is created. Simultaneous calls for the same customer wait for each other.
 */
export async function putByExternalId(
  tx: WorkspaceTx,
  by: Member,
  { externalId, ...wanted }: BodyOf<typeof putCustomerByExternalId>,
) {
  const known = await lockIdByExternalId(tx, 'customer', externalId)
  if (known) return changeCustomer(tx, by, known, wanted)
  const { emails } = wanted
  if (!emails) throw new Refusal('invalid', { fields: { emails: 'Send an address, because this customer does not exist yet' } })
  const [found, another] = await findIdsByAddress(tx, emails)
  if (another) throw new Refusal('customer-address-taken', { shown: { customerId: another } })
  if (!found) return createCustomer(tx, { ...wanted, emails, externalId })
  const card = (await findCustomerCard(tx, found))!
  if (card.externalId !== null)
    throw new Refusal('customer-address-taken', { shown: { customerId: found, externalId: card.externalId } })
  await changeAddresses(tx, by, found, emails)
  return changeCustomer(tx, by, found, { ...wanted, emails: undefined, externalId })
}
