import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { queueAcknowledgement } from './queue-acknowledgement.ts'
import { queueAnswer } from './queue-answer.ts'

/** What the team says on a ticket is mailed to everybody on it. */
export async function mailReply(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'message.added'>) {
  const { messageId, kind } = event.with
  if (by.actor.type === 'agent' && kind === 'reply') await queueAnswer(tx, { ticketId: subject.id, messageId })
}

/** So is what the team opens one with; of what customers ask, some are told that it arrived. */
export async function mailOpening(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'ticket.created'>) {
  const { messageId, isAcknowledged } = event.with
  if (by.actor.type === 'agent') await queueAnswer(tx, { ticketId: subject.id, messageId })
  else if (isAcknowledged) await queueAcknowledgement(tx, { ticketId: subject.id })
}
