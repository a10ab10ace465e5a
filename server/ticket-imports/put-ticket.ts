import type { BodyOf } from '#contract/endpoint.ts'
import type { putTicketByExternalId as contract } from '#contract/ticket-imports.ts'
import type { CleanText } from '#server/conversation/messages/compose-text.ts'
import { importTicket } from '#server/conversation/openings/create-ticket.ts'
import { lockExternalId } from '#server/platform/database/locks/lock-external-id.ts'
import { importing } from '#server/platform/events/subscription.ts'
import { refuseStale } from '#server/platform/http/input/match-tag.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { findIdByExternalId } from '#server/search/external-ids.ts'
import { actorOf, type MemberCall } from '#server/tickets/caller.ts'
import { changeLocked } from '#server/tickets/change-ticket.ts'
import { lockSeenTicket, refuseChange } from '#server/tickets/find-ticket.ts'
import { etagOf } from '#server/tickets/show-ticket.ts'
import type { TicketState } from '#server/tickets/ticket-state.ts'
import { updateTicket } from '#server/tickets/update-ticket.ts'

type Wanted = BodyOf<typeof contract> & { clean: CleanText }
type ImportCall = MemberCall & { ifMatch: string | undefined }

/**
 * Changes the ticket that another system calls so, or makes it of what its requester asked there. Two calls at once for one of them
 * wait for each other.
 */
export async function putTicket(call: ImportCall, wanted: Wanted): Promise<{ id: string; isNew: boolean }> {
  const { tx, ifMatch } = call
  await lockExternalId(tx, 'ticket', wanted.externalId)
  const id = await findIdByExternalId(tx, 'ticket', wanted.externalId)
  if (id) {
    await changeKnown(call, id, wanted)
    return { id, isNew: false }
  }
  if (ifMatch !== undefined) throw new Refusal('changed-meanwhile')
  const { subject } = wanted
  if (subject === undefined)
    throw new Refusal('invalid', { fields: { subject: 'Enter a subject: this ticket is new' } })
  return { id: await importTicket(call, { ...wanted, subject }), isNew: true }
}

/** Closed is reached by time or by a merge, and by what another system says of a ticket of its own. */
async function changeKnown({ tx, caller, ifMatch }: ImportCall, id: string, wanted: Wanted) {
  const ticket = await lockSeenTicket(tx, id, caller)
  refuseStale(ifMatch, etagOf(ticket, caller))
  const { status, ...fields } = changesOf(ticket, wanted)
  const isClosing = status === 'closed'
  if (isClosing) refuseChange(ticket)
  const changes = { ...fields, ...(status && !isClosing && { status }) }
  const changed = isNothing(changes) ? ticket : await changeLocked(tx, ticket, changes, caller, importing)
  if (isClosing) await updateTicket(tx, changed, { status }, { actor: actorOf(caller), cause: importing })
}

/** What is said of it otherwise than it is; what is taken where a ticket is made stays as it was taken then. */
function changesOf(ticket: TicketState, { subject, status, priority, type, assignee, tags, dueDate }: Wanted) {
  const { assigneeId, dueAt, ...current } = ticket
  const wanted = { subject, status, priority, type, assignee, dueDate, ...(tags && { tags: [...new Set(tags)] }) }
  return changedFields({ ...current, assignee: assigneeId, dueDate: dueAt }, wanted)
}
