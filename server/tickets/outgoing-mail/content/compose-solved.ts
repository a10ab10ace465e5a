import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { findSolved, findTicketOfMail, listThread } from '#server/tickets/outgoing-mail/queries/answers.ts'
import type { ClaimedMail, SolvedContent } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { listRecipients } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { composeAutomatic } from './compose-automatic.ts'
import { answerSubject, threadOf } from './thread.ts'

/**
 * Says that a request was solved. Where nobody answered it and somebody else may have written it, nothing of it is repeated.
 * Null once it is open again, or where an answer says it already.
 */
export async function composeSolved(context: JobContext, mail: ClaimedMail) {
  const { platform } = context
  const found = await context.inWorkspace((tx) => readSolved(tx, mail))
  if (!found) return null
  const { ticket, thread, requester, isOwn } = found
  const mailSubject = thread.length > 0 ? answerSubject(ticket.subject) : ticket.subject
  return composeAutomatic(context, mail, {
    ...{ ticket, name: ticket.supportName, toName: isOwn ? requester.name : '', takesAnswers: true, is: 'generated' },
    content: () =>
      platform.render('solved', {
        workspaceName: ticket.supportName,
        accentColor: ticket.accentColor,
        number: ticket.number,
        request: isOwn ? { subject: ticket.subject, mailSubject } : null,
        portalUrl: `${platform.settings.workspaceOrigin(ticket.domain)}/customer/tickets/${ticket.id}`,
      }),
    thread: (identity) => threadOf(identity, thread, null),
  })
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
