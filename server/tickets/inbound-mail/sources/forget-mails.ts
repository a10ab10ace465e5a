import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { forgetMails, moveMails, partMailsFromTickets } from '#server/tickets/inbound-mail/queries.ts'

export async function forgetRedacted(tx: WorkspaceTx, { new: { messageId } }: NewEvent<'message.redacted'>) {
  await removeBytes(tx, { mails: await forgetMails(tx, { messageIds: [messageId] }) })
}

export async function forgetRedactedAside(tx: WorkspaceTx, { with: mail }: NewEvent<'side-message.redacted'>) {
  const { ticketId, mailMessageId } = mail
  if (!mailMessageId) return
  await removeBytes(tx, { mails: await forgetMails(tx, { answer: { ticketId, mailMessageId } }) })
}

export const followSplit = (tx: WorkspaceTx, { new: to, with: { messageIds } }: NewEvent<'message.split'>) =>
  moveMails(tx, messageIds, to.id)

export const followSplitBack = (tx: WorkspaceTx, { subject, with: { messageIds } }: NewEvent<'split.ended'>) =>
  moveMails(tx, messageIds, subject.id)

/**
 * Deletes the personal data of the mails of tickets, and returns the mails whose source must be deleted. The rows stay,
 * so that the same mail is not accepted again.
 */
export async function forgetMailsOfTickets(tx: WorkspaceTx, ticketIds: string[]): Promise<string[]> {
  const mails = await forgetMails(tx, { ticketIds })
  await partMailsFromTickets(tx, ticketIds)
  return mails
}
