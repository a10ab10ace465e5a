import { aboutTicket, noOne } from '#contract/events.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'

type Mail = { kind: string; recipient: string; ticketId: string | null; messageId: string | null }

const by = { actor: noOne }

/** Open pages show the delivery state of a reply. */
export async function tellDelivery(tx: WorkspaceTx, { kind, ticketId }: Mail) {
  if (kind !== 'answer' || !ticketId) return
  await record(tx, { type: 'mail.delivery', subject: aboutTicket(ticketId), by, audience: 'team' })
}

/** The history of a ticket tells of acknowledgements, which nobody wrote. */
export async function reportSent(tx: WorkspaceTx, { kind, recipient, ticketId }: Mail) {
  if (kind !== 'acknowledgement' || !ticketId) return
  const about = { subject: aboutTicket(ticketId), by, audience: 'team', new: { recipient } } as const
  await record(tx, { type: 'mail.acknowledged', ...about })
}

/** An answer that did not arrive stands in the ticket's history. */
export async function reportFailure(tx: WorkspaceTx, mail: Mail, reason: DeliveryReason) {
  const { kind, recipient, ticketId, messageId } = mail
  if (kind !== 'answer' || !ticketId || !messageId) return
  const about = { subject: aboutTicket(ticketId), by, audience: 'team' } as const
  await record(tx, { type: 'mail.failed', ...about, new: { messageId, recipient, reason } })
}

/** So does one that had been taken and came back after all. */
export async function reportBounce(tx: WorkspaceTx, mail: Mail, reason: DeliveryReason) {
  const { kind, recipient, ticketId, messageId } = mail
  if (kind !== 'answer' || !ticketId || !messageId) return
  const about = { subject: aboutTicket(ticketId), by: { ...by, cause: 'bounce' }, audience: 'team' } as const
  await record(tx, { type: 'mail.bounced', ...about, new: { messageId, recipient, reason } })
}
