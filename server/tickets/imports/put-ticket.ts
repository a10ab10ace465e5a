import type { BodyOf } from '#contract/endpoint.ts'
import { isSame } from '#contract/is-same.ts'
import type { putTicketByExternalId as contract } from '#contract/tickets/imports.ts'
import { changeCustomValues } from '#server/fields/custom-fields/custom-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { importing } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { refuseStale } from '#server/platform/http/input/refuse-input.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { lockIdByExternalId } from '#server/search/words/external-ids.ts'
import type { CleanText } from '#server/tickets/conversation/messages/compose-text.ts'
import { importTicket } from '#server/tickets/conversation/openings/create-ticket.ts'
import { chooseStatus } from '#server/tickets/statuses/find-statuses.ts'
import { distinctTags } from '#server/tickets/tags/same-tag.ts'
import { actorOf, type MemberCall } from '#server/tickets/ticket/caller.ts'
import { changeLocked } from '#server/tickets/ticket/change-ticket.ts'
import { lockSeenTicket, refuseChange } from '#server/tickets/ticket/find-ticket.ts'
import { etagOf } from '#server/tickets/ticket/show-ticket.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { updateTicket } from '#server/tickets/ticket/update-ticket.ts'

type TicketToPut = BodyOf<typeof contract> & { clean: CleanText }
type ImportCall = MemberCall & { ifMatch: string | undefined }

/** Changes the ticket with the external id, or creates it. Calls for one external id wait for each other. */
export async function putTicket(call: ImportCall, wanted: TicketToPut): Promise<{ id: string; isNew: boolean }> {
  const { tx, ifMatch } = call
  const id = await lockIdByExternalId(tx, 'ticket', wanted.externalId)
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

async function changeKnown({ tx, caller, ifMatch }: ImportCall, id: string, wanted: TicketToPut) {
  const ticket = await lockSeenTicket(tx, id, caller)
  refuseStale(ifMatch, etagOf(ticket, caller))
  const { status, ...fields } = { ...changesOf(ticket, wanted), ...(await changesOfValues(tx, ticket, wanted, caller)) }
  const { statusId } = wanted
  const chosen = await chooseStatus(tx, { status, statusId })
  const isClosing = chosen?.status === 'closed'
  if (isClosing) refuseChange(ticket)
  const changes = { ...fields, ...(!isClosing && { ...(status && { status }), ...(statusId && { statusId }) }) }
  const changed = isNothing(changes) ? ticket : await changeLocked(tx, ticket, changes, caller, importing)
  if (isClosing) await updateTicket(tx, changed, chosen, { actor: actorOf(caller), cause: importing })
}

function changesOf(
  ticket: TicketState,
  { subject, status, priority, type, assignee, team, tags, dueDate }: TicketToPut,
) {
  const { assigneeId, teamId, dueAt, ...current } = ticket
  const wanted = { subject, status, priority, type, assignee, team, dueDate, ...(tags && { tags: distinctTags(tags) }) }
  return changedFields({ ...current, assignee: assigneeId, team: teamId, dueDate: dueAt }, wanted)
}

async function changesOfValues(
  tx: WorkspaceTx,
  { customFields: values }: TicketState,
  { customFields: given }: TicketToPut,
  caller: Member,
) {
  if (!given) return {}
  const after = await changeCustomValues(tx, 'ticket', { values, given, caller })
  return isSame(after, values) ? {} : { customFields: given }
}
