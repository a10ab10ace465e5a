import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { deleteWaitingNotices } from './queries.ts'
import { queueAgentNotice } from './queue-agent-notice.ts'

type Assignment = { ticketId: string; memberId: string | null; actorId: string | null }

const actorOf = ({ by: { actor } }: Pick<NewEvent, 'by'>) => (actor.type === 'agent' ? actor.id : null)

/** A mail to whoever has the ticket from now on, unless they took it themselves. */
const noticeOf = (tx: WorkspaceTx, assignment: Assignment) => queueAgentNotice(tx, { kind: 'assigned', ...assignment })

export const noticeFirstAssignee = (tx: WorkspaceTx, event: NewEvent<'ticket.created'>) =>
  noticeOf(tx, { ticketId: event.subject.id, memberId: event.with.assigneeId, actorId: actorOf(event) })

/** Whoever was to hear of the assignment before hears of none, and of one that was put back nobody does. */
export async function noticeAssignee(tx: WorkspaceTx, event: NewEvent<'assignee.changed'>) {
  const ticketId = event.subject.id
  await deleteWaitingNotices(tx, ticketId, 'assigned')
  if (event.by.cause === 'undone') return
  await noticeOf(tx, { ticketId, memberId: event.new?.id ?? null, actorId: actorOf(event) })
}

/** Whoever has the ticket hears what its customer wrote. */
export async function noticeCustomerReply(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, kind, isAutomatic, assigneeId: memberId } = event.with
  if (by.actor.type !== 'customer' || kind !== 'reply' || isAutomatic) return
  await queueAgentNotice(tx, { kind: 'customerReplied', ticketId: subject.id, memberId, actorId: null, messageId })
}
