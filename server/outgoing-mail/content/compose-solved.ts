import { findSolved, findTicketOfMail, listThread } from '#server/outgoing-mail/queries/answers.ts'
import type { ClaimedMail, SolvedContent } from '#server/outgoing-mail/queries/outgoing-mails.ts'
import { listRecipients } from '#server/outgoing-mail/queries/recipients.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { mailIdentity } from './mail-identity.ts'
import { answerSubject, threadOf } from './thread.ts'

/**
 * Says that a request was solved. Where nobody answered it and somebody else may have written it, nothing of it is repeated.
 * Null once it is open again, or where an answer says it already.
 */
export async function composeSolved(context: JobContext, mail: ClaimedMail) {
  const { platform, workspaceId } = context
  const found = await context.inWorkspace((tx) => readSolved(tx, mail))
  if (!found) return null
  const { ticket, thread, requester, isOwn } = found
  const identity = mailIdentity({
    ...{ platform, workspaceId, domain: ticket.domain, ticketId: ticket.id },
    recipient: mail.recipient,
  })
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const mailSubject = thread.length > 0 ? answerSubject(ticket.subject) : ticket.subject
  const raw = await composeMail({
    from: { name: ticket.supportName, address: identity.address },
    to: [{ name: isOwn ? requester.name : '', address: mail.recipient }],
    replyTo: { name: ticket.supportName, address: identity.replyAddress },
    ...platform.render('solved', {
      workspaceName: ticket.supportName,
      accentColor: ticket.accentColor,
      number: ticket.number,
      request: isOwn ? { subject: ticket.subject, mailSubject } : null,
      portalUrl: `${platform.settings.workspaceOrigin(ticket.domain)}/customer/tickets/${ticket.id}`,
    }),
    messageId,
    ...threadOf(identity, thread, null),
    headers: { ...identity.headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  })
  return { envelope: { from: identity.returnPathOf(mail.id), to: mail.recipient }, messageId, raw }
}

async function readSolved(tx: WorkspaceTx, { ticketId, recipient, content }: ClaimedMail) {
  const solved = await findSolved(tx, ticketId!)
  const [requester] = await listRecipients(tx, ticketId!)
  const isStill = solved && solved.solvedAt === (content as SolvedContent | null)?.solvedAt
  if (!isStill || solved.isAnsweredSince || requester?.address !== recipient) return null
  const ticket = await findTicketOfMail(tx, ticketId!)
  const thread = await listThread(tx, ticketId!, null)
  return ticket && { ticket, thread, requester, isOwn: solved.channel === 'portal' || solved.isAnswered }
}
