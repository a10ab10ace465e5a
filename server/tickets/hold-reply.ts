import type { WorkspaceTx } from '#server/platform/database.ts'
import { publish } from '#server/platform/events.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { messageRow, type NewMessage } from './add-message.ts'
import { publishHeldMessage } from './jobs.ts'
import { insertAttachments } from './queries/attachments.ts'
import { insertMessage } from './queries/messages.ts'
import type { Status, TicketState } from './ticket-state.ts'

/** Keeps a reply back until its time; until then it has no number, and customers know nothing of it. */
export async function holdReply(
  tx: WorkspaceTx,
  ticket: TicketState,
  message: NewMessage,
  { sendAt, statusAfter }: { sendAt: string; statusAfter: Status | null },
): Promise<string> {
  const messageId = await insertMessage(tx, { ...messageRow(ticket.id, message), seq: null, sendAt, statusAfter })
  const { attachmentIds } = message.text
  if (attachmentIds.length > 0) await insertAttachments(tx, messageId, attachmentIds)
  const key = `${publishHeldMessage.name}:${messageId}`
  await enqueue(tx, publishHeldMessage, { ticketId: ticket.id, messageId }, { runAt: new Date(sendAt), key })
  await publish(tx, { type: 'ticket.changed', ticketId: ticket.id })
  return messageId
}
