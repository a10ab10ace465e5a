import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import { aboutTicket, noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { derivedId } from '#server/platform/derived-id.ts'
import { record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { findAnswerAuthor } from './answer-queries.ts'
import { queueAgentNotice } from './queue-agent-notice.ts'

type Mail = { kind: string; recipient: string; ticketId: string | null; messageId: string | null }

const by = { actor: noOne }

/** Open pages show how an answer fares. */
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

/** Whoever wrote an answer that did not arrive hears of it, once an hour however many it did not reach. */
export async function noticeWriter(tx: WorkspaceTx, event: NewEvent<'mail.failed' | 'mail.bounced'>) {
  const { messageId } = event.new
  const memberId = await findAnswerAuthor(tx, messageId)
  const ticketId = event.subject.id
  const hour = new Date().toISOString().slice(0, 13)
  const mailMessageId = derivedId('deliveryFailed', messageId, hour)
  await queueAgentNotice(tx, { kind: 'deliveryFailed', ticketId, messageId, memberId, actorId: null, mailMessageId })
}
