import { aboutTicket, systemActor } from '#contract/events.ts'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'

type Mail = {
  kind: string
  recipient: string
  ticketId: string | null
  messageId: string | null
  sideMessageId?: string | null
}

const by = { actor: systemActor }

export async function tellDelivery(tx: WorkspaceTx, { kind, ticketId }: Mail) {
  if ((kind !== 'answer' && kind !== 'side') || !ticketId) return
  await record(tx, { type: 'mail.delivery', subject: aboutTicket(ticketId), by, audience: 'team' })
}

export async function reportSent(tx: WorkspaceTx, { kind, recipient, ticketId }: Mail) {
  if (kind !== 'acknowledgement' || !ticketId) return
  const about = { subject: aboutTicket(ticketId), by, audience: 'team', new: { recipient } } as const
  await record(tx, { type: 'mail.acknowledged', ...about })
}

function aboutAnswer({ kind, recipient, ticketId, ...mail }: Mail, reason: DeliveryReason) {
  const isSide = kind === 'side'
  const messageId = isSide ? mail.sideMessageId : mail.messageId
  if ((kind !== 'answer' && !isSide) || !ticketId || !messageId) return null
  const about = { subject: aboutTicket(ticketId), audience: 'team' } as const
  return { ...about, new: { messageId, recipient, reason }, with: { isSide } }
}

export async function reportFailure(tx: WorkspaceTx, mail: Mail, reason: DeliveryReason) {
  const about = aboutAnswer(mail, reason)
  if (about) await record(tx, { type: 'mail.failed', by, ...about })
}

export async function reportBounce(tx: WorkspaceTx, mail: Mail, reason: DeliveryReason) {
  const about = aboutAnswer(mail, reason)
  if (about) await record(tx, { type: 'mail.bounced', by: { ...by, cause: 'bounce' }, ...about })
}
