import type { WorkspaceTx } from '#server/platform/database.ts'
import { takeUnsolicited } from '#server/workspace/accounts/take-unsolicited.ts'
import { reportFailure } from './deliveries/report-delivery.ts'
import { queueOutgoing, queueUnsolicited } from './deliveries/send-outgoing.ts'
import { whyNotMailed } from './mail-customer.ts'
import { insertOutgoing } from './queries/outgoing-mails.ts'
import { describeOutsiders } from './queries/side-mails.ts'

type SideMails = {
  ticketId: string
  sideConversationId: string
  sideMessageId: string
  to: string[]
  /** The mails wait until then, so that the message can be taken back. */
  sendAt: string | null
}

/**
 * Queues a message of a side conversation for each of its people. Mails to people who never wrote have a limit and a
 * separate queue, as for replies.
 */
export async function queueSideMails(
  tx: WorkspaceTx,
  { ticketId, sideConversationId, sideMessageId, to, sendAt }: SideMails,
) {
  const people = await describeOutsiders(tx, sideConversationId, to)
  const about = { kind: 'side', ticketId, messageId: null, sideMessageId, mailMessageId: sideMessageId } as const
  const reasons = new Map(people.map((person) => [person.address, whyNotMailed(person)]))
  const mails = to.map((recipient) => {
    const reason = reasons.get(recipient) ?? null
    return { ...about, recipient, reason, state: reason ? ('failed' as const) : ('queued' as const) }
  })
  const unasked = new Set(people.filter(({ hasWritten }) => !hasWritten).map(({ address }) => address))
  const at = sendAt ? new Date(sendAt) : undefined
  const inserted = await insertOutgoing(tx, mails)
  for (const { id, recipient } of inserted) {
    const reason = reasons.get(recipient)
    if (reason) await reportFailure(tx, { ...about, recipient }, reason)
    else await (unasked.has(recipient) ? queueUnsolicited : queueOutgoing)(tx, id, at)
  }
  const unsolicited = inserted.filter(({ state, recipient }) => state === 'queued' && unasked.has(recipient))
  await takeUnsolicited(tx, unsolicited.length)
}
