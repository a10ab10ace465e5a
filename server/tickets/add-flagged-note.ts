import type { WorkspaceTx } from '#server/platform/database.ts'
import { addMessage } from './add-message.ts'
import { lockMergedTicket } from './lock-ticket.ts'
import type { NewText } from './ticket-state.ts'

export type FlaggedNote = {
  ticketId: string
  customerId: string
  text: NewText
  flags: 'stranger'[]
  mailMessageId?: string | null
  cause: string | null
}

/** A mail from someone not on the ticket: the team sees it as a note and decides; the ticket stays as it is. */
export async function addFlaggedNote(
  tx: WorkspaceTx,
  { ticketId, customerId, text, flags, mailMessageId = null, cause }: FlaggedNote,
) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const author = { type: 'customer', id: customerId } as const
  const note = { kind: 'note', author, channel: 'email', text, flags, mailMessageId } as const
  const changes = { lastCustomerSeq: ticket.lastMessageSeq + 1 }
  const { messageId } = await addMessage(tx, ticket, note, changes, { actor: author, cause })
  return { ticketId: ticket.id, messageId }
}
