import { ticketFields } from '#contract/tickets.ts'
import { queueAgentNotice } from '#server/outgoing-mail/queue-agent-notice.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { publish } from '#server/platform/events.ts'
import { findMemberNames } from './queries/people.ts'
import { now, type RowChanges, updateTicketRow } from './queries/tickets.ts'
import { type By, type Change, recordTicketEvents } from './record-ticket-event.ts'
import { isSettled, type TicketState } from './ticket-state.ts'

type Live = { type: 'ticket.changed' | 'message.added'; isPublic: boolean }

/**
 * Every change of a ticket goes through here, under its lock: what follows from it is added, each changed field is one
 * event of the history, and open pages are told.
 */
export async function updateTicket(tx: WorkspaceTx, ticket: TicketState, wanted: RowChanges, by: By, live?: Live) {
  const changes = withConsequences(ticket, wanted)
  const changed = changedFields(ticket, changes)
  if (changed.length === 0) return ticket
  const updated = await updateTicketRow(tx, ticket.id, changes)
  await recordTicketEvents(tx, ticket.id, by, await describeChanges(tx, ticket, updated, changed))
  if (changed.includes('assigneeId')) await tellAssignee(tx, updated, by)
  const isChangedForCustomer = changed.some((field) => publicFields.has(field))
  await tellPages(tx, ticket, live ?? { type: 'ticket.changed', isPublic: isChangedForCustomer })
  // That a note was written is the team's own matter, even where it moved the status.
  if (live && !live.isPublic && isChangedForCustomer)
    await tellPages(tx, ticket, { type: 'ticket.changed', isPublic: true })
  return updated
}

const tellPages = (tx: WorkspaceTx, { id, requesterId }: TicketState, { type, isPublic }: Live) =>
  publish(tx, { type, ticketId: id, customerIds: isPublic ? [requesterId] : [] })

/** A mail to whoever has the ticket from now on, unless they took it themselves. */
export const tellAssignee = (tx: WorkspaceTx, { id, assigneeId }: TicketState, { actor }: By) =>
  queueAgentNotice(tx, {
    kind: 'assigned',
    ticketId: id,
    memberId: assigneeId,
    actorId: actor.type === 'agent' ? actor.id : null,
  })

/** What customers see of a change; all else they are not told of. */
const publicFields = new Set<string>(['status', 'subject', 'assigneeId', 'trashedAt'])

function withConsequences(ticket: TicketState, wanted: RowChanges): RowChanges {
  const changes = { ...wanted }
  if (changes.assigneeId && changes.assigneeId !== ticket.assigneeId) {
    changes.snoozedUntil ??= null
    if ((changes.status ?? ticket.status) === 'new') changes.status = 'open'
  }
  const { status } = changes
  if (!status || status === ticket.status) return changes
  if (isSettled(status) || status === 'pending') changes.waitingSince ??= null
  if (isSettled(status)) changes.snoozedUntil = null
  if (status === 'solved') changes.solvedAt = now
  if (status === 'closed') changes.closedAt = now
  if (ticket.status === 'solved' && !isSettled(status)) changes.solvedAt = null
  return changes
}

const changedFields = (ticket: TicketState, changes: RowChanges) =>
  (Object.keys(changes) as (keyof RowChanges)[]).filter(
    (field) => changes[field] !== undefined && JSON.stringify(changes[field]) !== JSON.stringify(ticket[field]),
  )

/** The history names a field as the API does: here where the column has another name. */
const otherNames: Partial<Record<keyof RowChanges, keyof typeof ticketFields>> = {
  assigneeId: 'assignee',
  dueAt: 'dueDate',
}

async function describeChanges(
  tx: WorkspaceTx,
  before: TicketState,
  after: TicketState,
  changed: (keyof RowChanges)[],
): Promise<Change[]> {
  const assignees = changed.includes('assigneeId')
    ? [before.assigneeId, after.assigneeId].filter((id) => id !== null)
    : []
  const names = await findMemberNames(tx, assignees)
  const person = (id: string | null) => (id ? { id, name: names.get(id) ?? '' } : null)
  return changed.flatMap((field): Change[] => {
    if (field === 'snoozedUntil') return [markOf('snooze', before[field], after[field])]
    if (field === 'spamAt') return [markOf('spam', before[field], after[field])]
    if (field === 'trashedAt') return [markOf('trash', before[field], after[field])]
    const name = otherNames[field] ?? field
    if (!(name in ticketFields)) return []
    const told = (ticket: TicketState) => (field === 'assigneeId' ? person(ticket[field]) : ticket[field])
    return [{ type: `${name}.changed`, old: told(before), new: told(after) }]
  })
}

const markOf = (noun: string, old: string | null, value: string | null): Change => ({
  type: `${noun}.${value ? 'set' : 'ended'}`,
  old,
  new: value,
})
