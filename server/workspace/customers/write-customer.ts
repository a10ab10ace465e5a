import { type Selectable, sql } from 'kysely'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { aboutCustomer } from '#contract/events.ts'
import { keysOf } from '#contract/keys-of.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type {
  changeCustomer as changeContract,
  createCustomer as contract,
  listCustomerEvents as eventsContract,
  putCustomerByExternalId,
} from '#contract/workspace/customers.ts'
import type { Customers } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnknownZone } from '#server/platform/refuse-unknown-zone.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { lockIdByExternalId, refuseTakenId } from '#server/search/words/external-ids.ts'
import { listHistory } from '#server/workspace/audit/list-history.ts'
import { recordAudit, sourceOf } from '#server/workspace/audit/record-audit.ts'
import { renewMemberships } from '#server/workspace/companies/renew-memberships.ts'
import { closestLanguage, findLanguages } from '#server/workspace/languages/languages.ts'
import {
  findCustomerByEmail,
  findOrCreateCustomer,
  listAddresses,
  lockNewAddress,
  releaseAddress,
} from './customer-accounts.ts'
import { shapeCustomer } from './list-customers.ts'
import {
  type CustomValues,
  countTickets,
  customerHistory,
  findCustomerCard,
  findIdsByAddress,
  findLanguage,
  findTeamFacts,
  insertOtherAddresses,
  keepLanguage,
  listMergedIds,
  listRecentMerges,
  lockCustomer,
  renewWords,
  updateCustomer,
} from './queries.ts'

/** The values of custom fields are changed by `server/fields/profiles`, which knows the fields. */
type WithoutFields<Body> = Omit<Body, 'customFields'>
type NewCustomer = WithoutFields<BodyOf<typeof contract>>

/**
 * Creates a customer and sends no mail. If one of the addresses is in use, the refusal contains the id of its customer.
 */
export async function createCustomer(
  tx: WorkspaceTx,
  by: Member,
  { emails, name = '', tags, phones, ...rest }: NewCustomer,
) {
  if (rest.timeZone) refuseUnknownZone(rest.timeZone)
  const [email, ...others] = [...new Set(emails)] as [string, ...string[]]
  await refuseTaken(tx, [email, ...others])
  await refuseTakenId(tx, 'customer', rest.externalId)
  const { id } = await findOrCreateCustomer(tx, { email, name })
  if (others.length > 0) await insertOtherAddresses(tx, id, others)
  await renewMemberships(tx, id, emails)
  await updateCustomer(tx, id, { name, ...rest, ...withoutDoubles({ tags, phones }) })
  await record(tx, { type: 'customer.created', subject: aboutCustomer(id), by: byMember(by), audience: 'team' })
  return showCustomer(tx, id)
}

/**
 * Changes the customer with this external id. If there is none, gives the id to the customer with these addresses, or
 * creates a customer. Refuses if the customer with these addresses has another external id.
 */
export async function putByExternalId(
  tx: WorkspaceTx,
  by: Member,
  { externalId, ...wanted }: WithoutFields<BodyOf<typeof putCustomerByExternalId>>,
) {
  const known = await lockIdByExternalId(tx, 'customer', externalId)
  if (known) return changeCustomer(tx, by, known, wanted)
  const { emails } = wanted
  if (!emails)
    throw new Refusal('invalid', { fields: { emails: 'Send an address, because this customer does not exist yet' } })
  const [found, another] = await findIdsByAddress(tx, emails)
  if (another) throw new Refusal('customer-address-taken', { shown: { customerId: another } })
  if (!found) return createCustomer(tx, by, { ...wanted, emails, externalId })
  const card = (await findCustomerCard(tx, found))!
  if (card.externalId !== null)
    throw new Refusal('customer-address-taken', { shown: { customerId: found, externalId: card.externalId } })
  await changeAddresses(tx, by, found, emails)
  return changeCustomer(tx, by, found, { ...wanted, emails: undefined, externalId })
}

export async function showCustomer(tx: WorkspaceTx, id: string) {
  const card = await findCustomerCard(tx, id)
  if (!card) throw new Refusal('customer-not-in-workspace')
  return {
    ...shapeCustomer(card),
    ...(await findTeamFacts(tx, id)),
    mergedCustomers: await listRecentMerges(tx, id),
    ticketsByStatus: await countTickets(tx, id),
  }
}

/** Refuses changes of a customer who was merged into another one or whose data was erased. */
export function refuseMergedOrErased({ mergedInto, erasedAt }: Pick<Selectable<Customers>, 'mergedInto' | 'erasedAt'>) {
  if (mergedInto) throw new Refusal('customer-merged')
  if (erasedAt) throw new Refusal('customer-erased')
}

export async function changeCustomer(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { base, ...wanted }: WithoutFields<BodyOf<typeof changeContract>>,
) {
  const current = await lockCustomer(tx, id)
  if (!current) throw new Refusal('customer-not-in-workspace')
  refuseMergedOrErased(current)
  const { emails, tags, phones, ...rest } = wanted
  const addresses = await listAddresses(tx, id)
  refuseOverwriting({ base, current: { ...current, emails: addresses }, wanted })
  if (rest.timeZone) refuseUnknownZone(rest.timeZone)
  if (rest.externalId && rest.externalId !== current.externalId) await refuseTakenId(tx, 'customer', rest.externalId)
  if (emails) await changeAddresses(tx, by, id, emails)
  const changes = changedFields(current, { ...rest, ...withoutDoubles({ tags, phones }) })
  if (!isNothing(changes)) await updateCustomer(tx, id, changes)
  const readdressed = changedFields({ emails: addresses }, { emails: await listAddresses(tx, id) })
  const before = { ...current, emails: addresses }
  await recordChange(tx, id, byMember(by), { before, changes: { ...changes, ...readdressed } })
  return showCustomer(tx, id)
}

export { findCustomerCard, listMergedIds }

export const storeCustomValues = (tx: WorkspaceTx, id: string, customFields: CustomValues) =>
  updateCustomer(tx, id, { customFields })

export const languageFor = async (tx: WorkspaceTx, id: string) =>
  closestLanguage(await findLanguage(tx, id), await findLanguages(tx))

export const noteLanguage = async (tx: WorkspaceTx, id: string, language: string | undefined) => {
  if (language) await keepLanguage(tx, id, language)
}

/** Stores the name that customers gave with a request, if none is known. */
export async function noteName(tx: WorkspaceTx, id: string, name: string) {
  const current = name && (await lockCustomer(tx, id))
  if (current && !current.name) await changeOwnName(tx, id, name)
}

export async function changeOwnName(tx: WorkspaceTx, id: string, name: string) {
  const current = await lockCustomer(tx, id)
  if (!current || current.name === name) return { name }
  await updateCustomer(tx, id, { name })
  await recordChange(tx, id, { actor: { type: 'customer', id } }, { before: current, changes: { name } })
  return { name }
}

/** Sends mails to an address again, although earlier mails bounced. */
export async function liftSuppression(tx: WorkspaceTx, by: Member, address: string) {
  const known = await findCustomerByEmail(tx, address)
  if (!known) throw new Refusal('customer-not-in-workspace')
  if ((await releaseAddress(tx, address)).numUpdatedRows === 0n) return {}
  const event = { type: 'suppression.lifted', subject: aboutCustomer(known.id), new: { address } } as const
  await record(tx, { ...event, by: byMember(by), audience: 'team' })
  return {}
}

/** Lists what happened to a customer, latest first. */
export async function listCustomerEvents(tx: WorkspaceTx, id: string, page: QueryOf<typeof eventsContract>) {
  if (!(await findCustomerCard(tx, id))) throw new Refusal('customer-not-in-workspace')
  return listHistory(tx, await customerHistory(tx, id), { ...page, order: 'latest' })
}

const withoutDoubles = <K extends string>(lists: Record<K, string[] | undefined>) =>
  Object.fromEntries(
    Object.entries<string[] | undefined>(lists).flatMap(([name, values]) =>
      values ? [[name, [...new Set(values)]]] : [],
    ),
  ) as Partial<Record<K, string[]>>

type Facts = Partial<NewEvent<'customer.changed'>['new']>

async function recordChange(
  tx: WorkspaceTx,
  id: string,
  by: By,
  { before, changes }: { before: Facts; changes: Facts },
) {
  if (isNothing(changes)) return
  const old = Object.fromEntries(keysOf(changes).map((field) => [field, before[field]])) as Facts
  await record(tx, { type: 'customer.changed', subject: aboutCustomer(id), by, audience: 'team', old, new: changes })
}

/** Refuses members who are no admins, because the owner of an address can read the tickets of its customer. */
export function refuseAddressesBy({ isAdmin }: Pick<Member, 'isAdmin'>) {
  if (!isAdmin) throw new Refusal('addresses-by-admins')
}

// Changes the addresses of a customer. Only admins can do this, because an address gives access to the tickets. If an
// address is removed or another one becomes the first, the sessions of the customer end.
async function changeAddresses(tx: WorkspaceTx, by: Member, id: string, emails: string[]) {
  const before = await listAddresses(tx, id)
  const wanted = [...new Set(emails)]
  if (before.join() === wanted.join()) return
  refuseAddressesBy(by)
  await refuseTaken(
    tx,
    wanted.filter((address) => !before.includes(address)),
  )
  await writeAddresses(tx, id, { before, wanted })
  const isTakenAway = before[0] !== wanted[0] || before.some((address) => !wanted.includes(address))
  if (isTakenAway) await endSessions(tx, id)
  await renewMemberships(tx, id, wanted)
  await renewWords(tx, id)
  noteChanges(tx, 'customer', [id])
  const detail = { old: { email: before.join(', ') }, new: { email: wanted.join(', ') } }
  await recordAudit(tx, { action: 'address.changed', by: sourceOf(by), subjectId: id, detail })
}

/** Refuses addresses that a customer has. Locks the addresses in a fixed order, so that two calls cannot deadlock. */
async function refuseTaken(tx: WorkspaceTx, addresses: string[]) {
  for (const address of [...addresses].sort()) {
    await lockNewAddress(tx, address)
    const known = await findCustomerByEmail(tx, address)
    if (!known) continue
    const fields = { [`emails.${addresses.indexOf(address)}`]: `Another customer has ${shownAddress(address)}` }
    throw new Refusal('customer-address-taken', { fields, shown: { address, customerId: known.id } })
  }
}

type Addresses = { before: string[]; wanted: string[] }

// Replaces the addresses of a customer. An address that is not removed keeps its data, such as its verification. The
// first address becomes the primary address.
async function writeAddresses(tx: WorkspaceTx, customerId: string, { before, wanted }: Addresses) {
  const [first] = wanted
  const gone = before.filter((address) => !wanted.includes(address))
  const own = () => tx.updateTable('customerEmails').where('customerId', '=', customerId)
  if (gone.length > 0)
    await tx.deleteFrom('customerEmails').where('customerId', '=', customerId).where('address', 'in', gone).execute()
  if (before[0] !== first) await own().set({ isPrimary: false }).where('isPrimary', '=', true).execute()
  const added = wanted.filter((address) => !before.includes(address))
  if (added.length > 0)
    await tx
      .insertInto('customerEmails')
      .values(added.map((address) => ({ address, customerId, isPrimary: address === first })))
      .execute()
  await own().set({ isPrimary: true }).where('address', '=', first!).where('isPrimary', '=', false).execute()
}

async function endSessions(tx: WorkspaceTx, id: string) {
  const { rows } = await sql<{ id: string }>`select end_sessions_of_customer(${id}) as id`.execute(tx)
  for (const session of rows) tx.afterwards.sessions.add(session.id)
}
