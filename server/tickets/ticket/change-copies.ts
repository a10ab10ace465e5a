import { comparedAddress } from '#contract/email-address.ts'
import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCustomerByEmail, findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { actorOf, type MemberCall, type Reader } from './caller.ts'
import { lockForTeam, refuseUnseen } from './find-ticket.ts'
import { indexWords } from './index-ticket.ts'
import {
  deleteCopiesBut,
  deleteCopy,
  deleteSuggestion,
  findPersonOnTicket,
  insertCopies,
  insertSuggestions,
  listCopies,
  listSuggestions,
} from './queries/people.ts'
import type { TicketState } from './ticket-state.ts'

const mostCopies = 48
export const mostRecipients = 20

export async function findOrCreateCopies(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  const ids: string[] = []
  // Creates customers in sorted order, so that two calls with the same new people cannot deadlock.
  for (const email of [...new Set(addresses)].sort()) {
    ids.push((await findOrCreateCustomer(tx, { email })).id)
  }
  return ids
}

export async function changeCopies(tx: WorkspaceTx, ticket: TicketState, customerIds: string[], by: By) {
  const before = await listCopies(tx, ticket.id)
  const ids = customerIds.filter((id) => id !== ticket.requesterId)
  if (ids.length === before.length && before.every(({ id }) => ids.includes(id))) return
  await deleteCopiesBut(tx, ticket.id, ids)
  if (ids.length > 0) await insertCopies(tx, ticket.id, ids)
  await tellCopies(tx, ticket, before, by)
}

export async function addCopy(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  const before = await listCopies(tx, ticket.id)
  if (isOn(ticket, before, customerId)) return
  if (before.length >= mostCopies) throw new Refusal('too-many-recipients')
  await insertCopies(tx, ticket.id, [customerId])
  await tellCopies(tx, ticket, before, by)
}

export const mostByRequester = 10

/**
 * Adds a person to CC for the requester. The person gets later messages, without quotes of earlier messages. `count`
 * counts against a limit, and is not called for a person who is already on the ticket.
 */
export async function addByRequester(
  tx: WorkspaceTx,
  ticket: TicketState,
  address: string,
  { by, count }: { by: By; count: () => void },
): Promise<string> {
  const before = await listCopies(tx, ticket.id)
  const known = await findCustomerByEmail(tx, address)
  if (known && isOn(ticket, before, known.id)) return known.id
  if (before.length >= mostByRequester) throw new Refusal('too-many-copies')
  count()
  const { id } = await findOrCreateCustomer(tx, { email: address })
  await insertCopies(tx, ticket.id, [id], true)
  await tellCopies(tx, ticket, before, by)
  return id
}

/**
 * Adds people to CC who did not read the conversation so far: their mails do not quote earlier messages of others.
 * Returns those who were not on the ticket.
 */
export async function addLaterCopies(tx: WorkspaceTx, ticket: TicketState, customerIds: string[], by: By) {
  const before = await listCopies(tx, ticket.id)
  const added = [...new Set(customerIds)].filter((id) => !isOn(ticket, before, id))
  if (added.length === 0) return []
  if (before.length + added.length + 1 > mostRecipients)
    throw new Refusal('too-many-recipients', {
      detail: `Both tickets together have more than ${mostRecipients} recipients. Remove people from CC first.`,
    })
  await insertCopies(tx, ticket.id, added, true)
  await tellCopies(tx, ticket, before, by)
  return added
}

export async function removeCopies(tx: WorkspaceTx, ticket: TicketState, customerIds: string[], by: By) {
  for (const id of customerIds) await removeCopy(tx, ticket, id, by)
}

const isOn = ({ requesterId }: TicketState, copies: Copies, customerId: string) =>
  customerId === requesterId || copies.some(({ id }) => id === customerId)

export async function removeCopy(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  const before = await listCopies(tx, ticket.id)
  if (!before.some(({ id }) => id === customerId)) return
  await deleteCopy(tx, ticket.id, customerId)
  await tellCopies(tx, ticket, before, by)
}

type Copies = Awaited<ReturnType<typeof listCopies>>

async function tellCopies(tx: WorkspaceTx, { id }: TicketState, before: Copies, by: By) {
  const after = await listCopies(tx, id)
  const addressesOf = (people: Copies) => people.map(({ email }) => email)
  const [old, changed] = [addressesOf(before), addressesOf(after)]
  if (old.join() === changed.join()) return
  const words = after.flatMap(({ name, email }) => [name, email])
  await indexWords(tx, id, words, true)
  await record(tx, { type: 'cc.changed', subject: aboutTicket(id), by, audience: 'team', old, new: changed })
}

export async function refuseTooManyRecipients(tx: WorkspaceTx, ticketId: string) {
  if ((await listCopies(tx, ticketId)).length + 1 > mostRecipients) throw new Refusal('too-many-recipients')
}

export async function isParticipant(
  tx: WorkspaceTx,
  ticketId: string,
  email: string,
): Promise<{ customerId: string } | { memberId: string } | null> {
  const person = await findPersonOnTicket(tx, ticketId, comparedAddress(email))
  if (!person) return null
  return person.customerId ? { customerId: person.customerId } : { memberId: person.memberId! }
}

export const listCopiedIds = async (tx: WorkspaceTx, ticketId: string): Promise<string[]> =>
  (await listCopies(tx, ticketId)).map(({ id }) => id)

type Person = { name: string; address: string }

/**
 * Stores the CC addresses of an unverified mail as suggestions. The people become customers and get mail only after a
 * member accepts them.
 */
export async function suggestCopies(tx: WorkspaceTx, ticketId: string, people: Person[]) {
  if (people.length > 0) await insertSuggestions(tx, ticketId, people)
}

export async function listSuggestedCopies(tx: WorkspaceTx, reader: Reader, ticketId: string) {
  await refuseUnseen(tx, ticketId, reader)
  return { items: await listSuggestions(tx, ticketId), next: null }
}

type OneSuggestion = { id: string; suggestionId: string }

export async function acceptCopy(call: MemberCall, params: OneSuggestion) {
  const { ticket, by, person } = await takeSuggestion(call, params)
  const { id } = await findOrCreateCustomer(call.tx, { email: person.address, name: person.name })
  await addCopy(call.tx, ticket, id, by)
}

export async function dismissCopy(call: MemberCall, params: OneSuggestion) {
  const { ticket, by } = await takeSuggestion(call, params)
  await record(call.tx, { type: 'cc.dismissed', subject: aboutTicket(ticket.id), by, audience: 'team' })
}

async function takeSuggestion({ tx, caller }: MemberCall, { id, suggestionId }: OneSuggestion) {
  const ticket = await lockForTeam(tx, id, caller)
  const person = await deleteSuggestion(tx, id, suggestionId)
  if (!person) throw new Refusal('suggestion-not-found')
  return { ticket, person, by: { actor: actorOf(caller) } }
}
