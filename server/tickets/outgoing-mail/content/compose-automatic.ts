import type { RenderedMail } from '#contract/mails.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { TicketOfMail } from '#server/tickets/outgoing-mail/queries/answers.ts'
import type { ClaimedMail } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { type MailIdentity, mailIdentity } from './mail-identity.ts'

type AutomaticMail = {
  ticket: Pick<TicketOfMail, 'id' | 'domain'>
  /** What the sender is called. */
  name: string
  toName?: string
  /** Whether an answer to it lands on the ticket; else it goes to the support address. */
  takesAnswers?: boolean
  /** `replied`: to something that its recipient did (RFC 3834, section 5). */
  is: 'replied' | 'generated'
  content: (identity: MailIdentity) => RenderedMail
  thread: (identity: MailIdentity) => { inReplyTo?: string; references?: string[] }
}

/** A mail about a ticket that nobody wrote: it says so, and asks for no automatic answer. */
export async function composeAutomatic(
  { platform, workspaceId }: JobContext,
  mail: ClaimedMail,
  automatic: AutomaticMail,
) {
  const { ticket, name, toName = '', takesAnswers = false, is, content, thread } = automatic
  const identity = mailIdentity({
    ...{ platform, workspaceId, domain: ticket.domain, ticketId: ticket.id },
    recipient: mail.recipient,
  })
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const raw = await composeMail({
    from: { name, address: identity.address },
    to: [{ name: toName, address: mail.recipient }],
    ...(takesAnswers && { replyTo: { name, address: identity.replyAddress } }),
    ...content(identity),
    messageId,
    ...thread(identity),
    headers: { ...identity.headers, 'Auto-Submitted': `auto-${is}`, 'X-Auto-Response-Suppress': 'All' },
  })
  return { envelope: { from: identity.returnPathOf(mail.id), to: mail.recipient }, messageId, raw }
}
