import type { WorkspaceTx } from '#server/platform/database.ts'
import { messageRow } from '#server/tickets/conversation/messages/add-message.ts'
import { snippetOf } from '#server/tickets/conversation/messages/snippet.ts'
import { insertAttachments, listFiles } from '#server/tickets/conversation/queries/attachments.ts'
import { insertMessage } from '#server/tickets/conversation/queries/messages.ts'
import { insertNewTicket, type NewTicket, tellOpening } from '#server/tickets/ticket/insert-ticket.ts'
import { type NewText, now } from '#server/tickets/ticket/ticket-state.ts'

export type TicketOpening = NewTicket & {
  opening: NewText
  isAutomatic?: boolean
  mailMessageId?: string | null
  /** When the requester wrote it, where that was earlier than now. */
  sentAt?: Date | null
  /** The requester is told by mail that it arrived. */
  isAcknowledged: boolean
  /** Nobody but the requester can have written it, as in the customer area. */
  isProven?: boolean
  /** What the requester was shown while they wrote it. */
  deflectionId?: string | undefined
}

/** Opens a ticket with what its customer asks, which waits for the team from then on. */
export async function openTicket(tx: WorkspaceTx, opened: TicketOpening) {
  const { opening, isAutomatic, mailMessageId, isAcknowledged, isProven, deflectionId, sentAt, ...wanted } = opened
  const fileNames = (await listFiles(tx, opening.attachmentIds)).map(({ name }) => name)
  const snippet = snippetOf(opening.text, fileNames)
  const ticket = await insertNewTicket(tx, { ...wanted, snippet, texts: [opening.text, ...fileNames] })
  const { author, channel } = wanted
  const row = messageRow(ticket.id, {
    ...{ kind: 'reply', author, channel, text: opening, isAutomatic, mailMessageId },
    flags: isAutomatic ? ['automatic'] : [],
  })
  const { createdAt } = wanted
  const at = createdAt ? { createdAt, sentAt: createdAt } : { sentAt: sentAt?.toISOString() ?? now }
  const messageId = await insertMessage(tx, { ...row, ...at, seq: 1 })
  if (opening.attachmentIds.length > 0) await insertAttachments(tx, messageId, opening.attachmentIds)
  await tellOpening(tx, ticket, wanted, { isAcknowledged, isProven: isProven ?? channel === 'portal', deflectionId })
  return { ticketId: ticket.id, number: ticket.number, messageId }
}
