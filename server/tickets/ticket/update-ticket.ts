import { aboutTicket } from '#contract/events.ts'
import { isSame } from '#contract/is-same.ts'
import { keysOf } from '#contract/keys-of.ts'
import { ticketFields } from '#contract/tickets/tickets.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import { describeCustomValue } from '#server/fields/custom-fields/custom-values.ts'
import { changedCustomFields, indexCustomValues } from '#server/fields/custom-fields/index-values.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { recordAll } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import {
  customerLabelOf,
  findStatusesOfTickets,
  keptStatusId,
  type StatusChoice,
  type StatusRow,
} from '#server/tickets/statuses/find-statuses.ts'
import { indexTags } from '#server/tickets/tags/index-tags.ts'
import { findTeamNames, keptTeamId } from '#server/tickets/teams/find-teams.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { raiseMessageSeq, updateTicketRow } from './queries/tickets.ts'
import { statusForCustomer } from './status-rules.ts'
import { isSettled, now, type RowChanges, type TicketState } from './ticket-state.ts'

/** Changes a locked ticket and what follows from a new status or assignee. Records an event for each change. */
export const updateTicket = (tx: WorkspaceTx, ticket: TicketState, wanted: RowChanges, by: By): Promise<TicketState> =>
  writeChanges(tx, ticket, withConsequences(ticket, wanted), by)

export async function writeChanges(tx: WorkspaceTx, ticket: TicketState, wanted: RowChanges, by: By) {
  const changes = await withTeam(tx, await withStatus(tx, ticket, wanted))
  const changed = changedFields(ticket, changes)
  if (changed.length === 0) return ticket
  const statuses = await changedStatuses(tx, ticket, { ...ticket, ...changes }, changed)
  const fields = changed.includes('customFields') ? await findChangedFields(tx, ticket, changes) : []
  const isPublic =
    changed.some((field) => !teamFields.has(field)) || isSeenByCustomers(statuses) || fields.some(isPublicField)
  const updated = await updateTicketRow(tx, ticket, changes, isPublic)
  const values = { before: ticket.customFields, after: updated.customFields }
  await indexCustomValues(tx, ticket.id, fields, values)
  if (changed.includes('tags')) await indexTags(tx, ticket.id, { before: ticket.tags, after: updated.tags })
  await recordAll(tx, [
    ...(await describeChanges(tx, ticket, updated, { changed, statuses, by })),
    ...fields.map((field) => describeValue(ticket, field, { ...values, by })),
  ])
  return updated
}

/**
 * Returns the next message number, for a message that is held for later sending. Does not change `updatedAt`, so
 * customers do not notice the held message.
 */
export const takeMessageNumber = async (tx: WorkspaceTx, ticketId: string): Promise<number> =>
  (await raiseMessageSeq(tx, ticketId)).lastMessageSeq

// A ticket in another category gets the default status, unless another one is chosen that still exists.
async function withStatus(tx: WorkspaceTx, ticket: TicketState, changes: RowChanges): Promise<RowChanges> {
  const { status, statusId } = changes
  if (statusId) return { ...changes, statusId: await keptStatusId(tx, statusId) }
  return status && status !== ticket.status ? { ...changes, statusId: null } : changes
}

// An undo can bring back a team that was deleted meanwhile. The ticket then has no team.
const withTeam = async (tx: WorkspaceTx, changes: RowChanges): Promise<RowChanges> =>
  changes.teamId ? { ...changes, teamId: await keptTeamId(tx, changes.teamId) } : changes

type ChangedStatuses = Record<'old' | 'new', StatusRow> | null

async function changedStatuses(
  tx: WorkspaceTx,
  before: TicketState,
  after: StatusChoice,
  changed: (keyof RowChanges)[],
): Promise<ChangedStatuses> {
  if (!changed.includes('status') && !changed.includes('statusId')) return null
  const find = await findStatusesOfTickets(tx)
  return { old: find(before), new: find(after) }
}

const isSeenByCustomers = (statuses: ChangedStatuses) =>
  statuses !== null &&
  (customerLabelOf(statuses.old) !== customerLabelOf(statuses.new) ||
    statusForCustomer(statuses.old.category) !== statusForCustomer(statuses.new.category))

const teamFields = new Set<keyof RowChanges>([
  ...(['status', 'statusId', 'replyAddress', 'customFields'] as const),
  ...([
    'assigneeId',
    'teamId',
    'tags',
    'priority',
    'dueAt',
    'snoozedUntil',
    'spamAt',
    'mergedInto',
    'externalId',
  ] as const),
  ...(['snippet', 'lastMessageSeq', 'lastCustomerSeq', 'updatedAt', 'publicUpdatedAt'] as const),
])

const publicFields = new Set<string>(['status', 'statusId', 'subject', 'assigneeId', 'trashedAt'])

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
  if (ticket.status === 'solved' && !isSettled(status)) {
    changes.solvedAt = null
    changes.reopenCount ??= ticket.reopenCount + 1
  }
  return changes
}

const changedFields = (ticket: TicketState, changes: RowChanges) =>
  keysOf(changes).filter((field) => changes[field] !== undefined && !isSame(changes[field], ticket[field]))

const findChangedFields = (tx: WorkspaceTx, { customFields }: TicketState, changes: RowChanges) =>
  changedCustomFields(tx, 'ticket', { before: customFields, after: changes.customFields! })

const isPublicField = ({ portal }: CustomField) => portal !== 'hidden'

type ValueChange = { before: Values; after: Values; by: By }

function describeValue(
  { id, requesterId }: TicketState,
  field: CustomField,
  { before, after, by }: ValueChange,
): NewEvent {
  const named = { id: field.id, key: field.key, label: field.label }
  return {
    type: 'custom-field.changed',
    subject: aboutTicket(id),
    by,
    audience: isPublicField(field) ? { customers: [requesterId] } : 'team',
    old: { field: named, ...describeCustomValue(field, before[field.id]) },
    new: { field: named, ...describeCustomValue(field, after[field.id]) },
  }
}

const otherNames: Partial<Record<keyof RowChanges, keyof typeof ticketFields>> = {
  assigneeId: 'assignee',
  teamId: 'team',
  dueAt: 'dueDate',
}

async function describeChanges(
  tx: WorkspaceTx,
  before: TicketState,
  after: TicketState,
  { changed, statuses, by }: { changed: (keyof RowChanges)[]; statuses: ChangedStatuses; by: By },
): Promise<NewEvent[]> {
  const valuesOf = (field: 'assigneeId' | 'teamId') => (changed.includes(field) ? [before[field], after[field]] : [])
  const person = nameIn(await findMemberNames(tx, valuesOf('assigneeId')))
  const team = nameIn(await findTeamNames(tx, valuesOf('teamId')))
  return changed.flatMap((field) => {
    const type = typeOf(field, after)
    if (!type) return []
    const told = (ticket: TicketState) =>
      field === 'assigneeId' ? person(ticket[field]) : field === 'teamId' ? team(ticket[field]) : ticket[field]
    const values =
      field === 'statusId'
        ? { old: nameOf(statuses!.old), new: nameOf(statuses!.new) }
        : { old: told(before), new: told(after) }
    const audience = publicFields.has(field) ? { customers: [before.requesterId] } : 'team'
    const event = { type, subject: aboutTicket(before.id), by, audience, ...values }
    return [event as NewEvent]
  })
}

const nameOf = ({ id, name }: StatusRow) => ({ id, name })

const nameIn = (names: ReadonlyMap<string, string>) => (id: string | null) =>
  id ? { id, name: names.get(id) ?? '' } : null

const marks: Partial<Record<keyof RowChanges, string>> = {
  snoozedUntil: 'snooze',
  spamAt: 'spam',
  trashedAt: 'trash',
}

function typeOf(field: keyof RowChanges, after: TicketState): string | undefined {
  const mark = marks[field]
  if (mark) return `${mark}.${after[field] ? 'set' : 'ended'}`
  const name = otherNames[field] ?? field
  return name in ticketFields && name !== 'customFields' ? `${name}.changed` : undefined
}
