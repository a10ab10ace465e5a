import { noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { publishHeldReply } from './publish-reply.ts'
import { findMessage } from './queries/messages.ts'
import { lockTicket } from './queries/tickets.ts'
import { takeBack } from './take-back.ts'

/** The time of a held message has come. Gone by now means taken back; a ticket that takes no message gives it back. */
export async function publishHeld(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const ticket = await lockTicket(tx, ticketId)
  const held = ticket && (await findMessage(tx, ticketId, messageId))
  if (!held || held.seq !== null) return
  if (ticket.status === 'closed') return takeBack(tx, held, { actor: noOne, cause: 'ticket-closed' })
  if (ticket.trashedAt) return takeBack(tx, held, { actor: noOne, cause: 'ticket-in-trash' })
  await publishHeldReply(tx, ticket, held)
}
