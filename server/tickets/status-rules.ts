import { Refusal } from '#server/platform/refusal.ts'
import type { RowChanges } from './queries/tickets.ts'
import type { Status, TicketState } from './ticket-state.ts'

/** Which statuses a ticket can be given by hand. */
export function refuseStatus(ticket: Pick<TicketState, 'status'>, wanted: Status) {
  if (wanted === 'closed') throw new Refusal('closed-by-time-only')
  if (wanted === 'new' && ticket.status !== 'new') throw new Refusal('never-new-again')
}

/** Any act of an agent takes a new ticket up; a status they chose goes before that. */
export const takenUp = ({ status }: Pick<TicketState, 'status'>, chosen?: Status): RowChanges => {
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
