import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { now, type RowChanges, type Status, type TicketState } from './ticket-state.ts'

/** Null if no status was chosen. "new" cannot be chosen. */
export function chosenStatus(ticket: Pick<TicketState, 'status'>, wanted: Status | undefined): Status | null {
  if (wanted === 'closed') throw new Refusal('closed-by-time-only')
  if (wanted === 'new' && ticket.status !== 'new') throw new Refusal('never-new-again')
  return wanted === undefined || wanted === 'new' ? null : wanted
}

/** A key changes only what it names. */
type Actor = Pick<Member, 'id'> & Partial<Pick<Member, 'key'>>

/** A new ticket becomes open when a member acts on it, unless they choose a status. */
export const takenUp = ({ status }: Pick<TicketState, 'status'>, chosen: Status | null, { key }: Actor): RowChanges => {
  if (chosen) return { status: chosen }
  return status === 'new' && !key ? { status: 'open' } : {}
}

/** An unassigned ticket is assigned to the member who solves it. */
export const solvedBy = (
  { assigneeId }: Pick<TicketState, 'assigneeId'>,
  changes: RowChanges,
  { id, key }: Actor,
): RowChanges => {
  const takes = changes.status === 'solved' && !(changes.assigneeId ?? assigneeId) && !key
  return takes ? { ...changes, assigneeId: id } : changes
}

/** A request of a customer makes the ticket wait for the team. */
export const awaken = (ticket: TicketState, since = ticket.waitingSince ?? now): RowChanges => ({
  waitingSince: since,
  snoozedUntil: null,
  ...(isResting(ticket) && { status: 'open' }),
  // A pending ticket was not solved, so this is no reopening.
  ...(ticket.status === 'solved' && { reopenCount: ticket.reopenCount + 1 }),
})

export const isResting = ({ status }: TicketState) =>
  status === 'pending' || status === 'on_hold' || status === 'solved'

/** Customers do not see that a ticket is on hold. */
export const statusForCustomer = (status: Status): Status => (status === 'on_hold' ? 'open' : status)
