import { findOrCreateCustomer } from '#server/customers/customer-accounts.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { searchWords } from '#server/search/search-words.ts'
import { deleteCopiesBut, insertCopies, listCopies } from './queries/people.ts'
import { addWords } from './queries/search.ts'
import { type By, recordTicketEvent } from './record-ticket-event.ts'
import type { TicketState } from './ticket-state.ts'

const mostCopies = 48
const mostRecipients = 20

/** The customers of these addresses, made where there are none. */
export async function findCopies(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  const ids: string[] = []
  // In order, so that two who name the same new people wait for each other instead of locking each other out.
  for (const email of [...new Set(addresses.map((address) => address.trim().toLowerCase()))].sort()) {
    ids.push((await findOrCreateCustomer(tx, { email })).id)
  }
  return ids
}

/** Puts these people and nobody else in copy. */
export async function changeCopies(tx: WorkspaceTx, ticket: TicketState, customerIds: string[], by: By) {
  const before = await listCopies(tx, ticket.id)
  const ids = customerIds.filter((id) => id !== ticket.requesterId)
  await deleteCopiesBut(tx, ticket.id, ids)
  if (ids.length > 0) await insertCopies(tx, ticket.id, ids)
  const after = await listCopies(tx, ticket.id)
  const old = before.map(({ email }) => email)
  const changed = after.map(({ email }) => email)
  if (old.join() === changed.join()) return
  await addWords(tx, ticket.id, searchWords(...after.flatMap(({ name, email }) => [name, email])), true)
  await recordTicketEvent(tx, ticket.id, by, { type: 'cc.changed', old, new: changed })
}

/** Adds one more person in copy, unless they are on the ticket already. */
export async function addCopy(tx: WorkspaceTx, ticket: TicketState, customerId: string, by: By) {
  const before = await listCopies(tx, ticket.id)
  if (customerId === ticket.requesterId || before.some(({ id }) => id === customerId)) return
  if (before.length >= mostCopies) throw new Refusal('too-many-recipients')
  await insertCopies(tx, ticket.id, [customerId])
  const after = await listCopies(tx, ticket.id)
  const emails = (people: { email: string }[]) => people.map(({ email }) => email)
  await recordTicketEvent(tx, ticket.id, by, { type: 'cc.changed', old: emails(before), new: emails(after) })
}

/** An answer goes to the requester and everybody in copy. */
export async function refuseTooManyRecipients(tx: WorkspaceTx, ticketId: string) {
  if ((await listCopies(tx, ticketId)).length + 1 > mostRecipients) throw new Refusal('too-many-recipients')
}
