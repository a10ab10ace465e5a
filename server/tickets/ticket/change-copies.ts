import { comparedAddress } from '#contract/email-address.ts'
import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCustomerByEmail, findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { indexWords } from './index-ticket.ts'
import { deleteCopiesBut, deleteCopy, findPersonOnTicket, insertCopies, listCopies } from './queries/people.ts'
import type { TicketState } from './ticket-state.ts'

const mostCopies = 48
export const mostRecipients = 20

/** The customers of these addresses, made where there are none. */
export async function findCopies(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  const ids: string[] = []
  // In order, so that two who name the same new people wait for each other instead of locking each other out.
  for (const email of [...new Set(addresses)].sort()) {
    ids.push((await findOrCreateCustomer(tx, { email })).id)
  }
  return ids
}

/** Puts these people and nobody else in copy. */
export async function changeCopies(tx: WorkspaceTx, ticket: TicketState, customerIds: string[], by: By) {
  const before = await listCopies(tx, ticket.id)
  const ids = customerIds.filter((id) => id !== ticket.requesterId)
  if (ids.length === before.length && before.every(({ id }) => ids.includes(id))) return
  await deleteCopiesBut(tx, ticket.id, ids)
  if (ids.length > 0) await insertCopies(tx, ticket.id, ids)
  await tellCopies(tx, ticket, before, by)
}

/** Adds one more person in copy, unless they are on the ticket already. */
export async function addCopy(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  const before = await listCopies(tx, ticket.id)
  if (isOn(ticket, before, customerId)) return
  if (before.length >= mostCopies) throw new Refusal('too-many-recipients')
  await insertCopies(tx, ticket.id, [customerId])
  await tellCopies(tx, ticket, before, by)
}

export const mostByRequester = 10

/**
 * Adds whom the requester names: they get what is said from now on, and no quotation of what was. `count` is asked where there
 * is somebody to add.
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

const isOn = ({ requesterId }: TicketState, copies: Copies, customerId: string) =>
  customerId === requesterId || copies.some(({ id }) => id === customerId)

export async function removeCopy(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  const before = await listCopies(tx, ticket.id)
  if (!before.some(({ id }) => id === customerId)) return
  await deleteCopy(tx, ticket.id, customerId)
  await tellCopies(tx, ticket, before, by)
}

type Copies = Awaited<ReturnType<typeof listCopies>>

/** Whoever is in copy now is found by name and address, and the history says who came and went. */
async function tellCopies(tx: WorkspaceTx, { id }: TicketState, before: Copies, by: By) {
  const after = await listCopies(tx, id)
  const [old, changed] = [before, after].map((people) => people.map(({ email }) => email)) as [string[], string[]]
  if (old.join() === changed.join()) return
  await indexWords(
    tx,
    id,
    after.flatMap(({ name, email }) => [name, email]),
    true,
  )
  await record(tx, { type: 'cc.changed', subject: aboutTicket(id), by, audience: 'team', old, new: changed })
}

/** An answer goes to the requester and everybody in copy. */
export async function refuseTooManyRecipients(tx: WorkspaceTx, ticketId: string) {
  if ((await listCopies(tx, ticketId)).length + 1 > mostRecipients) throw new Refusal('too-many-recipients')
}

/** Who on the ticket has this address: its requester or somebody in copy, else a member of the team. */
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
