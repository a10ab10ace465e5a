import { findTicketOfMail } from '#server/outgoing-mail/queries/answers.ts'
import type { ClaimedMail } from '#server/outgoing-mail/queries/outgoing-mails.ts'
import { findWaiting } from '#server/outgoing-mail/queries/recipients.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { mailIdentity } from './mail-identity.ts'

/**
 * Says to somebody who is not on a ticket that their mail waits. Nothing of the ticket stands in it, and no address of its own:
 * who may write on it is decided by others.
 */
export async function composeWaiting({ platform, workspaceId, inWorkspace }: JobContext, mail: ClaimedMail) {
  const found = await inWorkspace(async (tx) => {
    const waiting = await findWaiting(tx, mail.messageId!)
    const ticket = waiting && (await findTicketOfMail(tx, mail.ticketId!))
    return ticket && { ticket, waiting }
  })
  if (!found) return null
  const { ticket, waiting } = found
  const identity = mailIdentity({
    ...{ platform, workspaceId, domain: ticket.domain, ticketId: ticket.id },
    recipient: mail.recipient,
  })
  const name = plainName(ticket.supportName, ticket.domain)
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const raw = await composeMail({
    from: { name, address: identity.address },
    to: [{ name: '', address: mail.recipient }],
    ...platform.render('waiting', { workspaceName: name, address: identity.address }),
    messageId,
    ...(waiting.mailMessageId && { inReplyTo: waiting.mailMessageId, references: [waiting.mailMessageId] }),
    headers: { ...identity.headers, 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  })
  return { envelope: { from: identity.returnPathOf(mail.id), to: mail.recipient }, messageId, raw }
}
