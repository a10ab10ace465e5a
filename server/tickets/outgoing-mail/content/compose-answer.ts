import { needsSmtpUtf8 } from '#contract/email-address.ts'
import type { MailContents } from '#contract/mails.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { signatureLines } from '#contract/workspace/signature-lines.ts'
import { unfoldSignature } from '#server/platform/html/signatures/find-signature.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { type Addressee, composeMail } from '#server/platform/mail/compose-mail.ts'
import {
  findAnswer,
  findLatestCustomerMessage,
  findTicketOfMail,
  listAnswerFiles,
  listThread,
  type TicketOfMail,
} from '#server/tickets/outgoing-mail/queries/answers.ts'
import { type ClaimedMail, listRecipientsOfMail } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { listRecipients, type Person } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { type AttachedFiles, attachFiles, showInline, withoutPictures } from './attach-files.ts'
import { mailIdentity } from './mail-identity.ts'
import { answerSubject, threadOf } from './thread.ts'

type LatestCustomerMessage = Awaited<ReturnType<typeof findLatestCustomerMessage>>
type AnswerContent = Awaited<ReturnType<typeof readAnswer>>

export async function composeAnswer(context: JobContext, mail: ClaimedMail) {
  const said = await readAnswer(context, mail)
  if (!said) return null
  const { platform } = context
  const { ticket, answer, latest } = said
  const identity = mailIdentity(context, ticket, mail.recipient)
  // People in CC do not see the request in the customer area.
  const isRequester = said.people.some(
    ({ address, customerId }) => address === mail.recipient && customerId === ticket.requesterId,
  )
  const portalUrl = isRequester
    ? `${platform.settings.workspaceOrigin(ticket.domain)}/customer/tickets/${ticket.id}`
    : null
  const files = await attachFiles(context, said.files, { domain: ticket.domain, portalUrl, bodyHtml: answer.bodyHtml })
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const raw = await composeMail({
    from: { name: senderName(answer.agentName, ticket.supportName), address: identity.address },
    ...addressees(said.people, mail.recipient),
    replyTo: { name: ticket.supportName, address: identity.replyAddress },
    ...platform.render('answer', contentOf(said, files, { portalUrl, recipient: mail.recipient })),
    messageId,
    ...threadOf(identity, said.thread, latest?.mailMessageId),
    headers: identity.headers,
    attachments: files.attached,
  })
  return { envelope: { from: identity.returnPathOf(mail.id), to: mail.recipient }, messageId, raw }
}

const readAnswer = ({ inWorkspace }: JobContext, { ticketId, messageId, mailMessageId }: ClaimedMail) =>
  inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, ticketId!)
    const answer = await findAnswer(tx, messageId!)
    if (!ticket || !answer) return null
    const recipients = await listRecipientsOfMail(tx, mailMessageId)
    const people = await listRecipients(tx, ticket.id, recipients)
    return {
      ticket,
      answer,
      files: await listAnswerFiles(tx, answer.id),
      latest: await findLatestCustomerMessage(tx, ticket.id, answer.seq),
      thread: await listThread(tx, ticket.id, answer.seq),
      people: people.filter(({ address }) => recipients.includes(address)),
    }
  })

export const senderName = (agentName: string, supportName: string) =>
  agentName ? `${agentName} via ${supportName}` : supportName

/** Returns To and CC of a mail. Each recipient gets a separate mail, but To and CC show all recipients. */
function addressees(people: Person[], recipient: string) {
  const [first, ...copies] = people.map((person) => asAddressee(person, recipient))
  return first ? { to: [first], cc: copies } : { to: [{ name: '', address: recipient }] }
}

// Returns a person for To or CC. An internationalized address becomes a name without address if the recipient's mail
// server may support only ASCII.
export const asAddressee = ({ name, address }: Pick<Person, 'name' | 'address'>, recipient: string): Addressee =>
  needsSmtpUtf8(address) && !needsSmtpUtf8(recipient)
    ? { named: `${name} ${shownAddress(address)}`.trim() }
    : { name, address }

function contentOf(
  { ticket, answer, latest, thread, people }: NonNullable<AnswerContent>,
  files: AttachedFiles,
  { portalUrl, recipient }: { portalUrl: string | null; recipient: string },
): MailContents['answer'] {
  const reader = people.find(({ address }) => address === recipient)
  return {
    subject: subjectOf({ latest, thread, ticket }),
    signature: signatureLines({ member: answer, workspace: ticket }),
    accentColor: ticket.accentColor,
    bodyHtml: showInline(answer.bodyHtml, files),
    bodyText: answer.bodyText,
    portalUrl,
    // An unverified recipient may be a stranger, who must not read the quoted customer message.
    quoted: latest && reader?.isVerified && mayRead(reader, latest) ? quote(latest, ticket) : null,
    links: files.links,
    isSolved:
      ticket.tellsSolved && ticket.mergedInto === null && (ticket.status === 'solved' || ticket.status === 'closed'),
  }
}

/** Adds `Re:` only if the ticket has an earlier mail. A request from the customer area is no mail. */
const subjectOf = ({ latest, thread, ticket }: Pick<NonNullable<AnswerContent>, 'latest' | 'thread' | 'ticket'>) =>
  latest && thread.length > 0 ? answerSubject(latest.mailSubject || ticket.subject) : ticket.subject

// Returns whether a person may read the quoted message. People whom the requester added to CC may read only their own
// messages and messages that were sent after they were added.
const mayRead = ({ customerId, quotesFrom }: Person, latest: NonNullable<LatestCustomerMessage>) =>
  quotesFrom === null || latest.customerId === customerId || Date.parse(latest.sentAt) >= Date.parse(quotesFrom)

type QuotedMessage = Pick<NonNullable<LatestCustomerMessage>, 'author' | 'sentAt' | 'bodyHtml' | 'bodyText'>

export const quote = (
  { author, sentAt, bodyHtml, bodyText }: QuotedMessage,
  { timeZone }: Pick<TicketOfMail, 'timeZone'>,
) => ({
  author: shownAddress(author),
  sentAt: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(sentAt),
  ),
  bodyHtml: withoutPictures(unfoldSignature(bodyHtml)),
  bodyText,
})
