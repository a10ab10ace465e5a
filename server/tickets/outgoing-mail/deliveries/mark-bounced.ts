import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import {
  findLastAnswerTo,
  findSent,
  findSentMail,
  settleOutgoing,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { reportBounce } from './report-delivery.ts'
import { suppressUnreachable } from './suppress-unreachable.ts'

export type SentMail = Awaited<ReturnType<typeof findSent>>[number]

/** The mails that carried a signed Message-ID of ours, one for each recipient. */
export const findSentMails = (tx: WorkspaceTx, mailMessageId: string): Promise<SentMail[]> =>
  findSent(tx, mailMessageId)

/** The mail whose return path somebody used. */
export const findMailOfReturnPath = (tx: WorkspaceTx, id: string): Promise<SentMail | undefined> => findSentMail(tx, id)

/** Where a report names no mail: the last answer on a ticket to who was not reached. */
export const findMailTo = (tx: WorkspaceTx, ticketId: string, recipient: string): Promise<SentMail | undefined> =>
  findLastAnswerTo(tx, ticketId, recipient)

/** A mail that had been taken came back after all. */
export async function markBounced(
  tx: WorkspaceTx,
  sent: SentMail,
  why: { status: string | null; reason: DeliveryReason },
) {
  await settleOutgoing(tx, sent.id, { state: 'bounced', reason: why.reason })
  await suppressUnreachable(tx, sent.recipient, why)
  await reportBounce(tx, sent, why.reason)
}
