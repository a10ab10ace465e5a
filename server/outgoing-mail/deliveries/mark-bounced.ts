import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import { suppressAddress } from '#server/customers/customer-accounts.ts'
import { findSent, settleOutgoing } from '#server/outgoing-mail/queries/outgoing-mails.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { reportBounce } from './report-delivery.ts'

export type SentMail = Awaited<ReturnType<typeof findSent>>[number]

/** The mails that carried a signed Message-ID of ours, one for each recipient. */
export const findSentMails = (tx: WorkspaceTx, mailMessageId: string): Promise<SentMail[]> =>
  findSent(tx, mailMessageId)

/** A mail that had been taken came back after all; an address that cannot be reached rests until somebody writes from it. */
export async function markBounced(
  tx: WorkspaceTx,
  sent: SentMail,
  { reason, isPermanent }: { reason: DeliveryReason; isPermanent: boolean },
) {
  await settleOutgoing(tx, sent.id, { state: 'bounced', reason })
  if (isPermanent) await suppressAddress(tx, sent.recipient)
  await reportBounce(tx, sent, reason)
}
