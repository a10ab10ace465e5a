import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertOutgoing } from './queries.ts'
import { listRecipients } from './recipient-queries.ts'
import { reportFailure } from './report-delivery.ts'
import { queueOutgoing } from './send-outgoing.ts'

const mostRecipients = 20
const bounced: DeliveryReason = { code: 'bounced-before' }

/** Mails a public reply to the requester and everybody in copy, each apart. A repeated call mails nothing twice. */
export async function queueAnswer(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const people = (await listRecipients(tx, ticketId)).slice(0, mostRecipients)
  const mails = people.map(({ address, hasBounced }) => ({
    kind: 'answer' as const,
    recipient: address,
    ticketId,
    messageId,
    mailMessageId: messageId,
    state: hasBounced ? ('failed' as const) : ('queued' as const),
    reason: hasBounced ? bounced : null,
  }))
  const inserted = await insertOutgoing(tx, mails)
  for (const { id, state, recipient } of inserted) {
    if (state === 'queued') await queueOutgoing(tx, id)
    else await reportFailure(tx, { kind: 'answer', recipient, ticketId, messageId }, bounced)
  }
}
