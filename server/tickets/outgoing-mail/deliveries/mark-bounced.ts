import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import {
  type findSentMail,
  listRecipientsOfMail,
  settleOutgoing,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { reportBounce } from './report-delivery.ts'
import { suppressUnreachable } from './suppress-unreachable.ts'

export {
  findLastAnswerTo as findMailTo,
  findSent as findSentMails,
  findSentMail as findMailOfReturnPath,
  wasSentAbout as wasMailedAbout,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'

export type SentMail = NonNullable<Awaited<ReturnType<typeof findSentMail>>>

/** Returns whether only this address got the mail. If so, a reply to its Message-ID proves who sent the reply. */
export async function wasMailedAlone(tx: WorkspaceTx, mailMessageId: string, address: string): Promise<boolean> {
  const recipients = await listRecipientsOfMail(tx, mailMessageId)
  return recipients.length === 1 && recipients[0] === address
}

export async function markBounced(
  tx: WorkspaceTx,
  sent: SentMail,
  why: { status: string | null; reason: DeliveryReason },
) {
  await settleOutgoing(tx, sent.id, { state: 'bounced', reason: why.reason })
  await suppressUnreachable(tx, sent.recipient, why)
  await reportBounce(tx, sent, why.reason)
}
