import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { publish } from '#server/platform/events.ts'
import { findTicket } from './queries/tickets.ts'
import { recordTicketEvent } from './record-ticket-event.ts'
import { theTeam } from './seen-by.ts'
import { noOne } from './ticket-state.ts'

type Bounce = { ticketId: string; messageId: string; recipient: string; reason: DeliveryReason }

/** An answer did not arrive: the history says so, and the assignee is told. */
export async function noteBounce(tx: WorkspaceTx, { ticketId, messageId, recipient, reason }: Bounce) {
  const ticket = await findTicket(tx, ticketId, theTeam)
  if (!ticket) return
  const change = { type: 'mail.bounced', new: { messageId, recipient, reason } }
  await recordTicketEvent(tx, ticketId, { actor: noOne, cause: 'bounce' }, change)
  await publish(tx, { type: 'ticket.changed', ticketId })
  if (ticket.assigneeId) await publish(tx, { type: 'mail.bounced', ticketId, memberId: ticket.assigneeId })
}
