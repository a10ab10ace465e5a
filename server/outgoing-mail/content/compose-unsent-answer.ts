import { findTicketOfMail } from '#server/outgoing-mail/queries/answers.ts'
import type { ClaimedMail } from '#server/outgoing-mail/queries/outgoing-mails.ts'
import { findMailId, findMemberToNotify } from '#server/outgoing-mail/queries/recipients.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { mailIdentity } from './mail-identity.ts'

/** Says to a member who wrote on a ticket by mail that no customer has read it. */
export async function composeUnsentAnswer({ platform, workspaceId, inWorkspace }: JobContext, mail: ClaimedMail) {
  const { memberId } = mail.content as { memberId: string }
  const found = await inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, mail.ticketId!)
    const isThere = ticket && (await findMemberToNotify(tx, memberId))
    return isThere && { ticket, answered: await findMailId(tx, mail.messageId!) }
  })
  if (!found) return null
  const { ticket, answered } = found
  const identity = mailIdentity({
    ...{ platform, workspaceId, domain: ticket.domain, ticketId: ticket.id },
    recipient: mail.recipient,
  })
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const raw = await composeMail({
    from: { name: ticket.workspaceName, address: identity.address },
    to: [{ name: '', address: mail.recipient }],
    ...platform.render('unsent-answer', {
      ticketNumber: ticket.number,
      subject: ticket.subject,
      url: `${platform.settings.workspaceOrigin(ticket.domain)}/service/tickets/${ticket.id}`,
    }),
    messageId,
    ...(answered && { inReplyTo: answered, references: [answered] }),
    headers: { ...identity.headers, 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
  })
  return { envelope: { from: identity.returnPathOf(mail.id), to: mail.recipient }, messageId, raw }
}
