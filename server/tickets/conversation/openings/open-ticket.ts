import { type Actor, aboutTicket } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { messageRow } from '#server/tickets/conversation/messages/add-message.ts'
import { snippetOf } from '#server/tickets/conversation/messages/snippet.ts'
import { insertMessage, listFiles } from '#server/tickets/conversation/queries/messages.ts'
import { listCopiedIds } from '#server/tickets/ticket/change-copies.ts'
import { insertNewTicket, type NewTicket, tellOpening } from '#server/tickets/ticket/insert-ticket.ts'
import { type Channel, type NewText, now, type TicketState } from '#server/tickets/ticket/ticket-state.ts'

export type TicketOpening = NewTicket & {
  opening: NewText
  isAutomatic?: boolean
  mailMessageId?: string | null
  sentAt?: Date | null
  isAcknowledged: boolean
  /** True if only the requester can have written the message, for example in the customer area. */
  isProven?: boolean
  deflectionId?: string | undefined
}

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
  const messageId = await insertMessage(tx, { ...row, ...at, seq: 1 }, opening.attachmentIds)
  await tellOpening(tx, ticket, wanted, { isAcknowledged, isProven: isProven ?? channel === 'portal', deflectionId })
  return { ticketId: ticket.id, number: ticket.number, messageId }
}

type FollowUp = {
  author: Actor
  channel: Channel
  opening: NewText
  mailMessageId?: string | null | undefined
  isProven?: boolean | undefined
  cause: string | null
  isAcknowledged: boolean
}

/** Opens a new ticket for a message to a ticket that cannot be reopened. Copies the fields, not the messages. */
export async function openFollowUp(
  tx: WorkspaceTx,
  ticket: TicketState,
  { author, channel, opening, mailMessageId, isProven, cause, isAcknowledged }: FollowUp,
) {
  const { id, subject, requesterId, replyAddress, priority, type, tags, customFields, teamId } = ticket
  const ccIds = await listCopiedIds(tx, id)
  const by = { actor: author, cause }
  const opened = await openTicket(tx, {
    ...{ subject, requesterId, replyAddress, priority, type, tags, customFields, teamId, ccIds, followUpOf: id },
    ...{ author, channel, opening, mailMessageId: mailMessageId ?? null, cause, isAcknowledged },
    ...(isProven !== undefined && { isProven }),
  })
  const next = { id: opened.ticketId, number: opened.number }
  await record(tx, { type: 'follow-up.created', subject: aboutTicket(id), by, audience: 'team', new: next })
  return { ticketId: opened.ticketId, messageId: opened.messageId, isFollowUp: true }
}
