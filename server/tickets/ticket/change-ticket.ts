import { aboutTicket } from '#contract/events.ts'
import type { TicketChanges } from '#contract/tickets/changes.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { changeCustomValues, refuseMissingValues } from '#server/fields/custom-fields/custom-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { importing } from '#server/platform/events/subscription.ts'
import type { Customer, Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseTakenId } from '#server/search/words/external-ids.ts'
import { chooseStatus } from '#server/tickets/statuses/find-statuses.ts'
import { distinctTags, includesTag } from '#server/tickets/tags/same-tag.ts'
import { holdTeam } from '#server/tickets/teams/find-teams.ts'
import { refuseBlocked } from '#server/workspace/customers/block-customer.ts'
import { findOrCreateCustomer, isUnknownSender, listAddresses } from '#server/workspace/customers/customer-accounts.ts'
import { findActiveMember } from '#server/workspace/team/find-members.ts'
import { actorOf, type Call, type MemberCall } from './caller.ts'
import { lockForTeam, lockSeenTicket, refuseChange } from './find-ticket.ts'
import { reindexTicket } from './index-ticket.ts'
import { deleteCopy, findCustomerName } from './queries/people.ts'
import { changesWhenCustomerWrites, changesWhenMemberActs, chosenStatus, solvedBy } from './status-rules.ts'
import { isSettled, now, type RowChanges, type Status, type TicketState } from './ticket-state.ts'
import { updateTicket } from './update-ticket.ts'

export type TicketChangeFields = Omit<TicketChanges, 'addFollowers' | 'problem'> & {
  externalId?: string | null | undefined
}

type Actor = Pick<Member, 'kind' | 'id' | 'key'>

export async function changeTicket({ tx, caller }: MemberCall, id: string, wanted: TicketChangeFields) {
  const ticket = await lockSeenTicket(tx, id, caller)
  return changeLocked(tx, ticket, wanted, caller)
}

/** Moves a ticket to the trash. Refuses a ticket in the trash: only the server deletes it, after 30 days. */
export async function moveToTrash({ tx, caller }: MemberCall, id: string) {
  const ticket = await lockSeenTicket(tx, id, caller)
  if (ticket.trashedAt) throw new Refusal('ticket-in-trash-already')
  return changeLocked(tx, ticket, { trash: true }, caller)
}

export async function changeLocked(
  tx: WorkspaceTx,
  ticket: TicketState,
  wanted: TicketChangeFields,
  caller: Actor,
  cause: string | null = null,
) {
  const { spam, trash, ...rest } = wanted
  const changes = { ...markOf(ticket, 'spamAt', spam), ...markOf(ticket, 'trashedAt', trash) }
  // Spam and trash can be changed on closed tickets too. All other changes of closed tickets are refused.
  if (Object.keys(rest).length > 0 || (spam ?? trash) === undefined)
    Object.assign(changes, await changesOfWork(tx, ticket, rest, caller))
  if (changes.status === 'solved' && cause !== importing)
    await refuseUnfilled(tx, { ...ticket, ...(changes.customFields && { customFields: changes.customFields }) })
  const updated = await updateTicket(tx, ticket, changes, { actor: actorOf(caller), cause })
  if (updated.subject !== ticket.subject) await reindexTicket(tx, updated)
  return updated
}

/** Refuses to solve a ticket while fields that this requires are empty. A ticket that is solved stays solved. */
export async function refuseUnfilled(
  tx: WorkspaceTx,
  { status, customFields }: Pick<TicketState, 'status' | 'customFields'>,
) {
  if (status !== 'solved') await refuseMissingValues(tx, 'ticket', customFields)
}

const markOf = (ticket: TicketState, mark: 'spamAt' | 'trashedAt', isSet: boolean | undefined): RowChanges =>
  isSet === undefined || isSet === (ticket[mark] !== null) ? {} : { [mark]: isSet ? now : null }

async function changesOfWork(
  tx: WorkspaceTx,
  ticket: TicketState,
  wanted: Omit<TicketChangeFields, 'spam' | 'trash'>,
  caller: Actor,
): Promise<RowChanges> {
  const { status, statusId, ...fields } = wanted
  refuseChange(ticket)
  const isOnlyWoken = fields.snoozedUntil === null && Object.keys(wanted).length === 1
  const named = await chooseStatus(tx, { status, statusId })
  const chosen = chosenStatus(ticket, named)
  const changes = {
    ...(await changesOfFields(tx, ticket, fields, { caller, status: named?.status })),
    ...(!isOnlyWoken && (chosen || !named) && changesWhenMemberActs(ticket, chosen, caller)),
  }
  return solvedBy(ticket, changes, caller)
}

type FieldsOfWork = Omit<TicketChangeFields, 'spam' | 'trash' | 'status' | 'statusId'>

/** Checks changes of everything but the status. `status`: what the same change sets. */
export async function changesOfFields(
  tx: WorkspaceTx,
  ticket: TicketState,
  wanted: FieldsOfWork,
  { caller, status = ticket.status }: { caller: Pick<Actor, 'kind'>; status?: Status | undefined },
): Promise<RowChanges> {
  const { assignee, team, dueDate, tags, addTags, removeTags, snoozedUntil, customFields: given, ...fields } = wanted
  const { customFields: values } = ticket
  if (snoozedUntil) refuseSnooze(status, snoozedUntil)
  if (assignee && assignee !== ticket.assigneeId) await refuseInactive(tx, assignee)
  if (team && team !== ticket.teamId) await holdTeam(tx, team)
  if (fields.externalId !== ticket.externalId) await refuseTakenId(tx, 'ticket', fields.externalId)
  return {
    ...fields,
    ...(given && { customFields: await changeCustomValues(tx, 'ticket', { values, given, caller }) }),
    ...(tags || addTags || removeTags ? { tags: tagsOf(tags ?? ticket.tags, addTags, removeTags) } : {}),
    ...(assignee !== undefined && { assigneeId: assignee }),
    ...(team !== undefined && { teamId: team }),
    ...(dueDate !== undefined && { dueAt: dueDate && new Date(dueDate).toISOString() }),
    ...(snoozedUntil !== undefined && { snoozedUntil: snoozedUntil && new Date(snoozedUntil).toISOString() }),
  }
}

function refuseSnooze(status: Status, until: string) {
  if (isSettled(status)) throw new Refusal('ticket-not-active')
  if (Date.parse(until) <= Date.now()) throw new Refusal('snooze-in-the-past')
}

export const mostTags = 50

function tagsOf(tags: string[], added: string[] = [], removed: string[] = []) {
  const all = distinctTags([...tags, ...added]).filter((tag) => !includesTag(removed, tag))
  if (all.length > mostTags) throw new Refusal('too-many-tags')
  return all
}

export async function refuseInactive(tx: WorkspaceTx, memberId: string) {
  if (!(await findActiveMember(tx, memberId))) throw new Refusal('assignee-not-active')
}

export async function solveTicket({ tx, caller }: Call, id: string) {
  if (caller.kind === 'member') {
    const ticket = await lockForTeam(tx, id, caller)
    if (ticket.status !== 'solved') await changeLocked(tx, ticket, { status: 'solved' }, caller)
    return
  }
  const ticket = await lockOwn({ tx, caller }, id)
  await updateTicket(tx, ticket, { status: 'solved' }, { actor: actorOf(caller) })
}

export async function reopenTicket({ tx, caller }: Call, id: string) {
  const ticket = caller.kind === 'member' ? await lockForTeam(tx, id, caller) : await lockOwn({ tx, caller }, id)
  if (ticket.status !== 'solved') throw new Refusal('ticket-not-solved')
  // If the customer reopens the ticket, the customer waits from now on. If a member reopens it, no customer waits.
  const changes =
    caller.kind === 'customer'
      ? changesWhenCustomerWrites(ticket)
      : { ...changesWhenCustomerWrites(ticket), waitingSince: null }
  await updateTicket(tx, ticket, changes, { actor: actorOf(caller) })
}

async function lockOwn({ tx, caller }: Pick<Call<Customer>, 'tx' | 'caller'>, id: string) {
  await refuseBlocked(tx, caller.id)
  const ticket = await lockSeenTicket(tx, id, caller)
  if (ticket.status === 'closed') throw new Refusal('ticket-closed')
  return ticket
}

type NewRequester = { email: string; name?: string | undefined }

/**
 * Changes the requester. The former requester loses access, but stays the author of their messages. If the former
 * requester is a placeholder for an unknown sender, the new requester becomes the author instead.
 */
export async function changeRequester({ tx, caller }: MemberCall, id: string, { email, name = '' }: NewRequester) {
  const ticket = await lockForTeam(tx, id, caller)
  const requester = await findOrCreateCustomer(tx, { email, name })
  if (requester.id === ticket.requesterId) return
  const by = { actor: actorOf(caller) }
  const former = { id: ticket.requesterId, name: await findCustomerName(tx, ticket.requesterId) }
  const formerAddresses = await listAddresses(tx, former.id)
  await deleteCopy(tx, id, requester.id)
  const updated = await updateTicket(tx, ticket, { requesterId: requester.id, replyAddress: email }, by)
  await record(tx, {
    type: 'requester.changed',
    subject: aboutTicket(id),
    by,
    audience: { customers: [former.id, requester.id] },
    old: former,
    new: { id: requester.id, name: requester.name || shownAddress(email) },
    with: { formerAddresses, wasUnknown: formerAddresses.some(isUnknownSender) },
  })
  await reindexTicket(tx, updated)
}
