import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { forgetMails, moveMail, partMailsFromTickets } from '#server/tickets/inbound-mail/queries.ts'

/** A redacted message loses its source as well. */
export async function forgetRedacted(tx: WorkspaceTx, { new: { messageId } }: NewEvent<'message.redacted'>) {
  await removeBytes(tx, { mails: await forgetMails(tx, { messageIds: [messageId] }) })
}

/** The source of a message goes with it to another ticket. */
export const followSplit = (tx: WorkspaceTx, { new: ticket, with: { messageId } }: NewEvent<'message.split'>) =>
  moveMail(tx, messageId, ticket.id)

/** As tickets go for good: tells whose sources are to be removed, and keeps the mails known. */
export async function forgetMailsOfTickets(tx: WorkspaceTx, ticketIds: string[]): Promise<string[]> {
  const mails = await forgetMails(tx, { ticketIds })
  await partMailsFromTickets(tx, ticketIds)
  return mails
}
