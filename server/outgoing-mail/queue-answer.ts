import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertOutgoing } from './queries.ts'
import { listRecipients, type Person } from './recipient-queries.ts'
import { reportFailure } from './report-delivery.ts'
import { queueOutgoing } from './send-outgoing.ts'

const mostRecipients = 20

/** Mails a public reply to the requester and everybody in copy, each apart. A repeated call mails nothing twice. */
export async function queueAnswer(tx: WorkspaceTx, { ticketId, messageId }: { ticketId: string; messageId: string }) {
  const people = (await listRecipients(tx, ticketId)).slice(0, mostRecipients)
  const about = { kind: 'answer' as const, ticketId, messageId }
  const reasons = new Map(people.map((person) => [person.address, whyNot(person)]))
  const mails = people.map(({ address }) => {
    const reason = reasons.get(address) ?? null
    const state = reason ? ('failed' as const) : ('queued' as const)
    return { ...about, recipient: address, mailMessageId: messageId, state, reason }
  })
  for (const { id, recipient } of await insertOutgoing(tx, mails)) {
    const reason = reasons.get(recipient)
    if (reason) await reportFailure(tx, { ...about, recipient }, reason)
    else await queueOutgoing(tx, id)
  }
}

/** No mail can reach a name below `.invalid` (RFC 2606, section 2), which stands where a sender had no address. */
function whyNot({ address, hasBounced }: Person): DeliveryReason | null {
  if (address.endsWith('.invalid')) return { code: 'unknown-address' }
  return hasBounced ? { code: 'bounced-before' } : null
}
