import type { BodyOf } from '#contract/endpoint.ts'
import type {
  changeCustomer as changeContract,
  createCustomer as contract,
  putCustomerByExternalId,
} from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { lockIdByExternalId, refuseTakenId } from '#server/search/words/external-ids.ts'
import { findLanguages, writtenFor } from '#server/workspace/languages/languages.ts'
import { changeAddresses, refuseTaken } from './change-addresses.ts'
import { findOrCreateCustomer } from './customer-accounts.ts'
import { shapeCustomer } from './list-customers.ts'
import {
  findCustomerCard,
  findIdsByAddress,
  findLanguage,
  insertOtherAddresses,
  keepLanguage,
  listAddresses,
  lockCustomer,
  updateCustomer,
} from './queries.ts'

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
  if (!emails)
    throw new Refusal('invalid', { fields: { emails: 'Send an address, because this customer does not exist yet' } })
  const [found, another] = await findIdsByAddress(tx, emails)
  if (another) throw new Refusal('customer-address-taken', { shown: { customerId: another } })
  if (!found) return createCustomer(tx, { ...wanted, emails, externalId })
  const card = (await findCustomerCard(tx, found))!
  if (card.externalId !== null)
    throw new Refusal('customer-address-taken', { shown: { customerId: found, externalId: card.externalId } })
  await changeAddresses(tx, by, found, emails)
  return changeCustomer(tx, by, found, { ...wanted, emails: undefined, externalId })
}

export async function showCustomer(tx: WorkspaceTx, id: string) {
  const card = await findCustomerCard(tx, id)
  if (!card) throw new Refusal('customer-not-in-workspace')
  return shapeCustomer(card)
}

export async function changeCustomer(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { base, ...wanted }: BodyOf<typeof changeContract>,
) {
  const current = await lockCustomer(tx, id)
  if (!current) throw new Refusal('customer-not-in-workspace')
  const { emails, tags, ...rest } = wanted
  refuseOverwriting({ base, current: { ...current, emails: await listAddresses(tx, id) }, wanted })
  if (rest.externalId && rest.externalId !== current.externalId) await refuseTakenId(tx, 'customer', rest.externalId)
  if (emails) await changeAddresses(tx, by, id, emails)
  const changes = changedFields(current, { ...rest, ...(tags && { tags: [...new Set(tags)] }) })
  if (!isNothing(changes)) await updateCustomer(tx, id, changes)
  return showCustomer(tx, id)
}

/** The language of the workspace for mails to the customer, if known. */
export const languageFor = async (tx: WorkspaceTx, id: string) =>
  writtenFor(await findLanguage(tx, id), await findLanguages(tx))

export const noteLanguage = async (tx: WorkspaceTx, id: string, language: string | undefined) => {
  if (language) await keepLanguage(tx, id, language)
}

export async function changeOwnName(tx: WorkspaceTx, id: string, name: string) {
  const current = await lockCustomer(tx, id)
  if (current?.name !== name) await updateCustomer(tx, id, { name })
  return { name }
}
