import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { now, type RowChanges, type Status, type TicketState } from './ticket-state.ts'

/** The chosen status, or null where none was chosen: "new" cannot be chosen. */
export function chosenStatus(ticket: Pick<TicketState, 'status'>, wanted: Status | undefined): Status | null {
  if (wanted === 'closed') throw new Refusal('closed-by-time-only')
  if (wanted === 'new' && ticket.status !== 'new') throw new Refusal('never-new-again')
  return wanted === undefined || wanted === 'new' ? null : wanted
}

/** A member, in person or by a key: a program changes nothing but what it names. */
type Actor = Pick<Member, 'id'> & Partial<Pick<Member, 'key'>>

/** Any act of a member opens a new ticket, unless they chose a status. */
export const takenUp = ({ status }: Pick<TicketState, 'status'>, chosen: Status | null, { key }: Actor): RowChanges => {
  if (chosen) return { status: chosen }
  return status === 'new' && !key ? { status: 'open' } : {}
}

/** A ticket that a member solves has an assignee: without one it is whoever solves it. */
export const solvedBy = (
  { assigneeId }: Pick<TicketState, 'assigneeId'>,
  changes: RowChanges,
  { id, key }: Actor,
): RowChanges => {
  const takes = changes.status === 'solved' && !(changes.assigneeId ?? assigneeId) && !key
  return takes ? { ...changes, assigneeId: id } : changes
}

/** A customer's request makes the ticket wait for the team, whatever it waited for before. */
export const awaken = (ticket: TicketState, since = ticket.waitingSince ?? now): RowChanges => ({
  waitingSince: since,
  snoozedUntil: null,
  ...(isResting(ticket) && { status: 'open' }),
  // What only waited for its customer was never over.
  ...(ticket.status === 'solved' && { reopenCount: ticket.reopenCount + 1 }),
})

export const isResting = ({ status }: TicketState) =>
  status === 'pending' || status === 'on_hold' || status === 'solved'

/** That a ticket waits for somebody outside is the team's own matter. */
export const statusForCustomer = (status: Status): Status => (status === 'on_hold' ? 'open' : status)
