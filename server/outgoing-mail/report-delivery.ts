import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { publish } from '#server/platform/events.ts'
import { recordTicketEvent } from '#server/tickets/record-ticket-event.ts'
import { noOne } from '#server/tickets/ticket-state.ts'
import { findAnswerAuthor } from './answer-queries.ts'
import { queueAgentNotice } from './queue-agent-notice.ts'

type Mail = { kind: string; recipient: string; ticketId: string | null; messageId: string | null }

/** Open pages show how an answer fares. */
export async function tellDelivery(tx: WorkspaceTx, { kind, ticketId }: Mail) {
  if (kind === 'answer' && ticketId) await publish(tx, { type: 'message.delivery', ticketId })
}

/** The history of a ticket tells of acknowledgements, which nobody wrote. */
export async function reportSent(tx: WorkspaceTx, { kind, recipient, ticketId }: Mail) {
  if (kind !== 'acknowledgement' || !ticketId) return
  await recordTicketEvent(tx, ticketId, { actor: noOne }, { type: 'mail.acknowledged', new: { recipient } })
}

/** An answer that did not arrive stands in the ticket's history, and whoever wrote it hears of it. */
export async function reportFailure(
  tx: WorkspaceTx,
  { kind, recipient, ticketId, messageId }: Mail,
  reason: DeliveryReason,
) {
  if (kind !== 'answer' || !ticketId || !messageId) return
  await recordTicketEvent(
    tx,
    ticketId,
    { actor: noOne },
    { type: 'mail.failed', new: { messageId, recipient, reason } },
  )
  await tellWriter(tx, { ticketId, messageId })
}

export async function tellWriter(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const memberId = await findAnswerAuthor(tx, messageId)
  await queueAgentNotice(tx, { kind: 'deliveryFailed', ticketId, messageId, memberId, actorId: null })
}
