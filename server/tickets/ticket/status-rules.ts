import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { StatusChoice } from '#server/tickets/statuses/find-statuses.ts'
import { now, type RowChanges, type Status, type TicketState } from './ticket-state.ts'

/**
 * Returns the status to set, or null if the status was not chosen or stays `new`. Refuses `closed`, and `new` for a
 * ticket that is not new.
 */
export function chosenStatus(
  ticket: Pick<TicketState, 'status'>,
  wanted: StatusChoice | undefined,
): StatusChoice | null {
  if (wanted?.status === 'closed') throw new Refusal('closed-by-time-only')
  if (wanted?.status === 'new' && ticket.status !== 'new') throw new Refusal('never-new-again')
  return wanted === undefined || (wanted.status === 'new' && wanted.statusId === undefined) ? null : wanted
}

/** `key`: the API key of the caller. An API key changes only the requested fields. */
type Actor = Pick<Member, 'id'> & Partial<Pick<Member, 'key'>>

export const changesWhenMemberActs = (
  { status }: Pick<TicketState, 'status'>,
  chosen: StatusChoice | null,
  { key }: Actor,
): RowChanges => {
  if (chosen) return chosen
  return status === 'new' && !key ? { status: 'open' } : {}
}

/** If the changes solve an unassigned ticket, adds the member as assignee. An API key is never added. */
export const solvedBy = (
  { assigneeId }: Pick<TicketState, 'assigneeId'>,
  changes: RowChanges,
  { id, key }: Actor,
): RowChanges => {
  const takes = changes.status === 'solved' && !(changes.assigneeId ?? assigneeId) && !key
  return takes ? { ...changes, assigneeId: id } : changes
}

/** Returns the changes of a ticket after a customer writes or reopens it. The ticket then waits for the team. */
export const changesWhenCustomerWrites = (
  ticket: Pick<TicketState, 'status' | 'waitingSince' | 'reopenCount'>,
  since = ticket.waitingSince ?? now,
): Pick<RowChanges, 'waitingSince' | 'snoozedUntil' | 'status' | 'reopenCount'> => ({
  waitingSince: since,
  snoozedUntil: null,
  ...(isResting(ticket) && { status: 'open' }),
  // A pending ticket was not solved, so a reply to it does not count as reopening.
  ...(ticket.status === 'solved' && { reopenCount: ticket.reopenCount + 1 }),
})

export const isResting = ({ status }: Pick<TicketState, 'status'>) =>
  status === 'pending' || status === 'on_hold' || status === 'solved'

/** Returns the status that customers see. Customers must not see that a ticket is on hold. */
export const statusForCustomer = (status: Status): Status => (status === 'on_hold' ? 'open' : status)
