import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { findMessageText, findPersonName, findTicketOfMail, type TicketOfMail } from './answer-queries.ts'
import { loadMailTemplates } from './load-templates.ts'
import { mailIdentity } from './mail-identity.ts'
import { type ClaimedMail, listFailedRecipients, type NoticeContent } from './queries.ts'

const mostExcerpt = 500

/** Tells a member what happened on a ticket that concerns them. */
export async function composeAgentNotice(context: JobContext, mail: ClaimedMail) {
  const { platform, workspaceId } = context
  const content = mail.content as NoticeContent | null
  const found = content && (await context.inWorkspace((tx) => readNotice(tx, mail, content)))
  if (!found) return null
  const { ticket, text, excerpt } = found
  const identity = mailIdentity({ platform, workspaceId, domain: ticket.domain, ticketId: ticket.id })
  const render = await loadMailTemplates()
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const raw = await composeMail({
    from: { name: ticket.workspaceName, address: identity.address },
    to: [{ name: '', address: mail.recipient }],
    replyTo: { name: ticket.workspaceName, address: identity.replyAddress },
    subject: `[#${ticket.number}] ${ticket.subject}`,
    ...render('agent-notice', {
      text,
      ticketNumber: ticket.number,
      subject: ticket.subject,
      excerpt,
      url: `${platform.settings.workspaceOrigin(ticket.domain)}/service/tickets/${ticket.id}`,
    }),
    messageId,
    // The same for all notices of a ticket, so that a mail program shows them together.
    references: [identity.messageIdOf(ticket.id)],
    headers: { ...identity.headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  })
  return { envelope: { from: identity.replyAddress, to: mail.recipient }, messageId, raw }
}

async function readNotice(tx: WorkspaceTx, mail: ClaimedMail, content: NoticeContent) {
  const ticket = await findTicketOfMail(tx, mail.ticketId!)
  if (!ticket) return null
  const said = mail.messageId ? await findMessageText(tx, mail.messageId) : ticket.snippet
  const excerpt = content.notice === 'deliveryFailed' ? '' : shorten(said)
  return { ticket, excerpt, text: await sentenceOf(tx, mail, content, ticket) }
}

async function sentenceOf(
  tx: WorkspaceTx,
  mail: ClaimedMail,
  { notice, actorId }: NoticeContent,
  { requesterId }: TicketOfMail,
) {
  if (notice === 'deliveryFailed') {
    const failed = mail.messageId ? await listFailedRecipients(tx, mail.messageId) : []
    return failed
      .map(({ recipient, reason }) => `Your answer did not reach ${recipient}. ${reason ?? ''}`.trim())
      .join(' ')
  }
  const actor = await findPersonName(tx, actorId ?? requesterId)
  if (notice === 'customerReplied') return `${actor} wrote.`
  return actorId ? `${actor} assigned this ticket to you.` : 'This ticket was assigned to you.'
}

const shorten = (text: string) => (text.length > mostExcerpt ? `${text.slice(0, mostExcerpt).trimEnd()}…` : text)
