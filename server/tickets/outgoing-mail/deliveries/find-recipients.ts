import type { WorkspaceTx } from '#server/platform/database.ts'
import { listRecipientsOfMail, wasSentAbout } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'

/** Whether a mail about this ticket went to an address, and told it the ticket's own. */
export const wasMailedAbout = (tx: WorkspaceTx, ticketId: string, address: string): Promise<boolean> =>
  wasSentAbout(tx, ticketId, address)

/** Whether a mail went to this address and to nobody else: of several who know its Message-ID, anybody could be meant. */
export async function wasMailedAlone(tx: WorkspaceTx, mailMessageId: string, address: string): Promise<boolean> {
  const recipients = await listRecipientsOfMail(tx, mailMessageId)
  return recipients.length === 1 && recipients[0] === address
}
