import type { WorkspaceTx } from '#server/platform/database.ts'
import { lockMergedTicket } from '#server/tickets/find-ticket.ts'
import type { NewText } from '#server/tickets/ticket-state.ts'
import { addMessage } from './add-message.ts'

type MemberNote = {
  ticketId: string
  memberId: string
  text: NewText
  /** Their domain vouches for the mail; without that the team is told that the sender is not verified. */
  isProven: boolean
  mailMessageId: string | null
}

/** An internal note that a member wrote in a mail. It changes nothing on the ticket. */
export async function addMemberNote(
  tx: WorkspaceTx,
  { ticketId, memberId, text, isProven, mailMessageId }: MemberNote,
) {
  const ticket = await lockMergedTicket(tx, ticketId)
  const author = { type: 'agent', id: memberId } as const
  const flags = isProven ? [] : ['unverified' as const]
  const note = { kind: 'note', author, channel: 'email', text, flags, mailMessageId } as const
  return addMessage(tx, ticket, note, {}, { actor: author, cause: 'mail' })
}
