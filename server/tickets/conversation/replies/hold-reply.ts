import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, type Job, job } from '#server/platform/jobs.ts'
import { messageRow, type NewMessage } from '#server/tickets/conversation/messages/add-message.ts'
import { insertAttachments } from '#server/tickets/conversation/queries/attachments.ts'
import { insertMessage } from '#server/tickets/conversation/queries/messages.ts'
import { upsertRead } from '#server/tickets/conversation/queries/reads.ts'
import { whyNotAnswer } from '#server/tickets/outgoing-mail/mail-customer.ts'
import type { Status, TicketState } from '#server/tickets/ticket/ticket-state.ts'
import { takeMessageNumber } from '#server/tickets/ticket/update-ticket.ts'
import { sendHeld } from './send-reply.ts'

/**
 * Keeps a reply back until its time. It has its number at once, so that whoever answers too is told of it first;
 * customers know nothing of it until it goes. Whom it goes to is counted then, and what could not go now is not kept.
 */
export async function holdReply(
  tx: WorkspaceTx,
  ticket: TicketState,
  message: NewMessage,
  { sendAt, statusAfter }: { sendAt: string; statusAfter: Status | null },
): Promise<string> {
  const refusal = await whyNotAnswer(tx, ticket.id)
  if (refusal) throw refusal
  const seq = await takeMessageNumber(tx, ticket.id)
  const messageId = await insertMessage(tx, { ...messageRow(ticket.id, message), seq, sendAt, statusAfter })
  await upsertRead(tx, ticket.id, message.author.id!, seq)
  const { attachmentIds } = message.text
  if (attachmentIds.length > 0) await insertAttachments(tx, messageId, attachmentIds)
  const by = { actor: message.author }
  const held = { messageId, sendAt }
  await record(tx, { type: 'message.held', subject: aboutTicket(ticket.id), by, audience: 'team', with: held })
  return messageId
}

const HeldMessage = z.object({ ticketId: Id, messageId: Id })

export const sendHeldMessage: Job<typeof HeldMessage> = {
  ...job('tickets.publish-held', HeldMessage, (held, { inWorkspace }) => inWorkspace((tx) => sendHeld(tx, held))),
  restsWhileSuspended: true,
}

/** Queues what sends a held message at its time. */
export const sendLater = (tx: WorkspaceTx, { subject, with: { messageId, sendAt } }: NewEvent<'message.held'>) =>
  enqueue(
    tx,
    sendHeldMessage,
    { ticketId: subject.id, messageId },
    { runAt: new Date(sendAt), key: `${sendHeldMessage.name}:${messageId}` },
  )
