import type { AgentNotice, RenderedMail } from '#contract/mails.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import {
  findLatestCustomerMessage,
  findMailedMessage,
  findPersonName,
  findSolved,
  findTicketOfMail,
  listThread,
  type TicketOfMail,
} from '#server/tickets/outgoing-mail/queries/answers.ts'
import {
  type ClaimedMail,
  listFailedRecipients,
  type NoticeContent,
} from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { findMemberToNotify, findWaiting, listRecipients } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { findSideMessage } from '#server/tickets/outgoing-mail/queries/side-mails.ts'
import { languageFor } from '#server/workspace/customers/write-customer.ts'
import { type MailIdentity, mailIdentity } from './mail-identity.ts'
import { answerSubject, answerTo, threadOf } from './thread.ts'

type AutomaticMail = {
  ticket: Pick<TicketOfMail, 'id' | 'domain'>
  name: string
  toName?: string
  /** True if replies to this mail go to the ticket. Otherwise replies go to the support address. */
  takesAnswers?: boolean
  /** Value of Auto-Submitted. `replied`: the mail answers something that the recipient sent (RFC 3834, section 5). */
  is: 'replied' | 'generated'
  content: (identity: MailIdentity) => RenderedMail
  thread: (identity: MailIdentity) => { inReplyTo?: string; references?: string[] }
}

async function composeAutomatic(context: JobContext, mail: ClaimedMail, automatic: AutomaticMail) {
  const { ticket, name, toName = '', takesAnswers = false, is, content, thread } = automatic
  const identity = mailIdentity(context, ticket, mail.recipient)
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

/**
 * Composes the notice that a mail waits for acceptance. Its recipient is not on the ticket, so the notice must contain
 * nothing of the ticket.
 */
export async function composeWaiting(context: JobContext, mail: ClaimedMail) {
  const found = await context.inWorkspace(async (tx) => {
    const waiting = await findWaiting(tx, mail.messageId!)
    const ticket = waiting && (await findTicketOfMail(tx, mail.ticketId!))
    return ticket && { ticket, waiting }
  })
  if (!found) return null
  const { ticket, waiting } = found
  const name = plainName(ticket.supportName, ticket.domain)
  return composeAutomatic(context, mail, {
    ...{ ticket, name, is: 'replied' },
    content: ({ address }) => context.platform.render('waiting', { workspaceName: name, address }),
    thread: () => answerTo(waiting.mailMessageId),
  })
}

export async function composeUnsentAnswer(context: JobContext, mail: ClaimedMail<'unsent-answer'>) {
  const found = await context.inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, mail.ticketId!)
    const isThere = ticket && (await findMemberToNotify(tx, mail.content.memberId))
    return isThere && { ticket, answered: await findMailedMessage(tx, mail.messageId!) }
  })
  if (!found) return null
  const { ticket, answered } = found
  return composeAutomatic(context, mail, {
    ...{ ticket, name: ticket.workspaceName, is: 'replied' },
    content: () =>
      context.platform.render('unsent-answer', {
        ...{ ticketNumber: ticket.number, subject: ticket.subject },
        url: `${context.platform.settings.workspaceOrigin(ticket.domain)}/service/tickets/${ticket.id}`,
      }),
    thread: () => answerTo(answered?.mailMessageId),
  })
}

const mostExcerpt = 500

export async function composeNotice(context: JobContext, mail: ClaimedMail<'agent-notice'>) {
  const { platform } = context
  const { content } = mail
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
    // All notices about a ticket refer to the same Message-ID, so that mail programs group them.
    thread: ({ messageIdOf }) => ({ references: [messageIdOf(ticket.id)] }),
  })
}

async function readNotice(tx: WorkspaceTx, mail: ClaimedMail, content: NoticeContent) {
  const ticket = await findTicketOfMail(tx, mail.ticketId!)
  // The mail can wait for days, so the member may no longer be in the team.
  if (!ticket || !(await findMemberToNotify(tx, content.memberId))) return null
  const side = mail.sideMessageId ? await findSideMessage(tx, mail.sideMessageId) : undefined
  const message = mail.messageId ? await findMailedMessage(tx, mail.messageId) : { bodyText: ticket.snippet }
  const excerpt = content.notice === 'deliveryFailed' ? '' : shorten((side ?? message)?.bodyText ?? '')
  if (content.notice === 'sideAnswered')
    return side && { ticket, excerpt, notice: { code: content.notice, actorName: shownAddress(side.outsider) } }
  return { ticket, excerpt, notice: await describeNotice(tx, mail, { ...content, notice: content.notice }, ticket) }
}

async function describeNotice(
  tx: WorkspaceTx,
  mail: ClaimedMail,
  { notice: code, actorId }: NoticeContent & { notice: Exclude<NoticeContent['notice'], 'sideAnswered'> },
  { requesterId }: TicketOfMail,
): Promise<AgentNotice> {
  const messageId = mail.messageId ?? mail.sideMessageId
  if (code === 'deliveryFailed') return { code, failed: messageId ? await listFailedRecipients(tx, messageId) : [] }
  if (code === 'customerReplied' || code === 'mentioned')
    return { code, actorName: await findPersonName(tx, actorId ?? requesterId) }
  return { code, actorName: actorId && (await findPersonName(tx, actorId)) }
}

const shorten = (text: string) => (text.length > mostExcerpt ? `${text.slice(0, mostExcerpt).trimEnd()}…` : text)

/**
 * Composes the mail that tells the requester that a request was solved. Contains no words of the request if somebody
 * else may have written it. Returns null if the ticket was reopened or got a later reply.
 */
export async function composeSolved(context: JobContext, mail: ClaimedMail<'solved'>) {
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

async function readSolved(tx: WorkspaceTx, { ticketId, recipient, content }: ClaimedMail<'solved'>) {
  const solved = await findSolved(tx, ticketId!)
  const [requester] = await listRecipients(tx, ticketId!, [recipient])
  const isStill = solved && solved.solvedAt === content?.solvedAt
  if (!isStill || solved.isAnsweredSince || requester?.address !== recipient) return null
  const ticket = await findTicketOfMail(tx, ticketId!)
  const thread = await listThread(tx, ticketId!, null)
  return ticket && { ticket, thread, requester, isOwn: solved.channel === 'portal' || solved.isAnswered }
}

export type SuggestForRequest = (
  context: Pick<JobContext, 'platform' | 'inWorkspace'>,
  request: { ticketId: string; domain: string; language: string | undefined; text: string },
) => Promise<{ title: string; url: string }[]>

/**
 * Composes the confirmation of a request. Contains no words of the request, not even its subject, if somebody else may
 * have written it.
 */
export async function composeAcknowledgement(
  context: JobContext,
  mail: ClaimedMail<'acknowledgement'>,
  suggestForRequest: SuggestForRequest,
) {
  const { platform } = context
  const found = await readTicket(context, mail)
  if (!found) return null
  const { ticket, thread, latest, requester } = found
  const isProven = mail.content?.isProven ?? false
  const name = requester.isVerified ? ticket.supportName : plainName(ticket.supportName, ticket.domain)
  const mailSubject = thread.length > 0 ? answerSubject(ticket.subject) : ticket.subject
  const articles = isProven
    ? await suggestForRequest(context, {
        ...{ ticketId: ticket.id, domain: ticket.domain, language: found.language },
        text: `${ticket.subject}\n${latest?.bodyText ?? ''}`,
      })
    : []
  return composeAutomatic(context, mail, {
    ticket,
    name,
    toName: isProven && requester.isVerified ? requester.name : '',
    takesAnswers: true,
    is: 'replied',
    content: () =>
      platform.render('acknowledgement', {
        workspaceName: name,
        accentColor: ticket.accentColor,
        number: ticket.number,
        request: isProven ? { subject: ticket.subject, mailSubject } : null,
        articles,
        portalUrl: `${platform.settings.workspaceOrigin(ticket.domain)}/customer/tickets/${ticket.id}`,
      }),
    thread: (identity) => threadOf(identity, thread, latest?.mailMessageId),
  })
}

const readTicket = ({ inWorkspace }: JobContext, { ticketId, recipient }: ClaimedMail) =>
  inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, ticketId!)
    const people = await listRecipients(tx, ticketId!, [recipient])
    const requester = people.find(({ address }) => address === recipient)
    if (!ticket || !requester) return null
    const thread = (await listThread(tx, ticket.id, null)).filter(({ foreignId }) => foreignId !== null)
    const latest = await findLatestCustomerMessage(tx, ticket.id, null)
    const language = await languageFor(tx, ticket.requesterId)
    return { ticket, requester, thread, latest, language }
  })
