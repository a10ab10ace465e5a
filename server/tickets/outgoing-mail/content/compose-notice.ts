import type { AgentNotice } from '#contract/mails.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import {
  findMessageText,
  findPersonName,
  findTicketOfMail,
  type TicketOfMail,
} from '#server/tickets/outgoing-mail/queries/answers.ts'
import {
  type ClaimedMail,
  listFailedRecipients,
  type NoticeContent,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { findMemberToNotify } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { composeAutomatic } from './compose-automatic.ts'

const mostExcerpt = 500

/** Tells a member what happened on a ticket that concerns them. */
export async function composeNotice(context: JobContext, mail: ClaimedMail) {
  const { platform } = context
  const content = mail.content as NoticeContent | null
  const found = content && (await context.inWorkspace((tx) => readNotice(tx, mail, content)))
  if (!found) return null
  const { ticket, notice, excerpt } = found
  return composeAutomatic(context, mail, {
    ...{ ticket, name: ticket.workspaceName, takesAnswers: true, is: 'generated' },
    content: () =>
      platform.render('agent-notice', {
        ...{ notice, ticketNumber: ticket.number, subject: ticket.subject, excerpt },
        url: `${platform.settings.workspaceOrigin(ticket.domain)}/service/tickets/${ticket.id}`,
      }),
    // The same for all notices of a ticket, so that a mail program shows them together.
    thread: ({ messageIdOf }) => ({ references: [messageIdOf(ticket.id)] }),
  })
}

async function readNotice(tx: WorkspaceTx, mail: ClaimedMail, content: NoticeContent) {
  const ticket = await findTicketOfMail(tx, mail.ticketId!)
  // A relay may be away for days, in which a member may leave.
  if (!ticket || !(await findMemberToNotify(tx, content.memberId))) return null
  const said = mail.messageId ? await findMessageText(tx, mail.messageId) : ticket.snippet
  const excerpt = content.notice === 'deliveryFailed' ? '' : shorten(said)
  return { ticket, excerpt, notice: await describeNotice(tx, mail, content, ticket) }
}

async function describeNotice(
  tx: WorkspaceTx,
  mail: ClaimedMail,
  { notice: code, actorId }: NoticeContent,
  { requesterId }: TicketOfMail,
): Promise<AgentNotice> {
  if (code === 'deliveryFailed')
    return { code, failed: mail.messageId ? await listFailedRecipients(tx, mail.messageId) : [] }
  if (code === 'customerReplied') return { code, actorName: await findPersonName(tx, actorId ?? requesterId) }
  return { code, actorName: actorId && (await findPersonName(tx, actorId)) }
}

const shorten = (text: string) => (text.length > mostExcerpt ? `${text.slice(0, mostExcerpt).trimEnd()}…` : text)
