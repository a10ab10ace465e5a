import { addMemberNote } from '#server/conversation/messages/add-member-note.ts'
import { sendReply } from '#server/conversation/replies/send-reply.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertNewTicket, tellOpening } from '#server/tickets/insert-ticket.ts'
import type { NewText } from '#server/tickets/ticket-state.ts'

type WrittenByMail = {
  subject: string
  requesterId: string
  ccIds: string[]
  memberId: string
  text: NewText
  mailMessageId: string | null
  /** Their domain vouches for the mail. */
  isProven: boolean
}

/**
 * Opens a ticket of a mail that a member sent to a customer by themselves. It is the first answer and is not mailed again.
 * Where nothing proves the sender, it is a note, and the customer sees nothing of it.
 */
export async function openAnswered(
  tx: WorkspaceTx,
  { subject, requesterId, ccIds, memberId, text, mailMessageId, isProven }: WrittenByMail,
) {
  const author = { type: 'agent', id: memberId } as const
  const by = { author, cause: 'mail' }
  const opened = { subject, requesterId, ccIds, channel: 'email', ...by } as const
  const ticket = await insertNewTicket(tx, { ...opened, snippet: '', texts: [] })
  await tellOpening(tx, ticket, by, { isAcknowledged: false })
  const { id: ticketId, number } = ticket
  const reply = { kind: 'reply', author, channel: 'email', text, mailMessageId, hasReached: true } as const
  const { messageId } = isProven
    ? await sendReply(tx, ticket, reply, null)
    : await addMemberNote(tx, { ticketId, memberId, text, isProven, mailMessageId })
  return { ticketId, number, messageId }
}
