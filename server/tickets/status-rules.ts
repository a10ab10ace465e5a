import { Refusal } from '#server/platform/refusal.ts'
import { now, type RowChanges, type Status, type TicketState } from './ticket-state.ts'

/** The status that somebody chose, or null where they left it open: "new" is none that one can choose. */
export function chosenStatus(ticket: Pick<TicketState, 'status'>, wanted: Status | undefined): Status | null {
  if (wanted === 'closed') throw new Refusal('closed-by-time-only')
  if (wanted === 'new' && ticket.status !== 'new') throw new Refusal('never-new-again')
  return wanted === undefined || wanted === 'new' ? null : wanted
}

/** Any act of an agent takes a new ticket up; a status they chose goes before that. */
export const takenUp = ({ status }: Pick<TicketState, 'status'>, chosen: Status | null = null): RowChanges => {
  if (chosen) return { status: chosen }
  return status === 'new' ? { status: 'open' } : {}
}

/** A solved ticket has an assignee: whoever solves it, where nobody has it. */
export const solvedBy = (
  { assigneeId }: Pick<TicketState, 'assigneeId'>,
  changes: RowChanges,
  memberId: string,
): RowChanges =>
  changes.status === 'solved' && !(changes.assigneeId ?? assigneeId) ? { ...changes, assigneeId: memberId } : changes

/** A request by the customer: the team's turn, whatever the ticket waited for. */
export const awaken = (ticket: TicketState, since = ticket.waitingSince ?? now): RowChanges => ({
  waitingSince: since,
  snoozedUntil: null,
  ...(isResting(ticket) && { status: 'open', reopenCount: ticket.reopenCount + 1 }),
})

export const isResting = ({ status }: TicketState) =>
  status === 'pending' || status === 'on_hold' || status === 'solved'
