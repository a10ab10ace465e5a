import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { actorOf, type MemberCall, type Reader } from '#server/tickets/ticket/caller.ts'
import { addCopy } from '#server/tickets/ticket/change-copies.ts'
import { lockForTeam, refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { deleteSuggestion, insertSuggestions, listSuggestions } from '#server/tickets/ticket/queries/people.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'

type Person = { name: string; address: string }

/** Keeps whom an unproven mail named in copy. No customer is made of them, and nothing follows until a member decides. */
export async function suggestCopies(tx: WorkspaceTx, ticketId: string, people: Person[]) {
  if (people.length > 0) await insertSuggestions(tx, ticketId, people)
}

export async function listSuggestedCopies(tx: WorkspaceTx, reader: Reader, ticketId: string) {
  await refuseUnseen(tx, ticketId, reader)
  return { items: await listSuggestions(tx, ticketId), next: null }
}

type OneSuggestion = { id: string; suggestionId: string }

/** Accepts a suggested CC: from now on they are mailed. */
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
