import { noSubject } from '#contract/texts.ts'
import type { MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { addMailFiles } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { isOurs } from '#server/platform/mail/own-domains.ts'
import { addMailNote } from '#server/tickets/conversation/messages/add-customer-message.ts'
import { openAnswered } from '#server/tickets/conversation/openings/create-ticket.ts'
import { openTicket } from '#server/tickets/conversation/openings/open-ticket.ts'
import { suggestCopies } from '#server/tickets/ticket/change-copies.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { type MailText, messageIdOf, textOf } from './content/mail-text.ts'
import type { MailContent } from './content/prepare-content.ts'
import { type ForwardedMail, isPassedOn } from './content/prepare-forward.ts'
import type { MailFacts } from './content/read-facts.ts'
import type { FiledMail } from './file-mail.ts'
import { listMemberAddresses } from './queries.ts'
import { findTeamOfMail } from './senders/find-mailbox.ts'
import { type Colleague, findCopies, findWrittenTo, type Person, type Sender } from './senders/find-sender.ts'

/**
 * Opens a ticket from a mail. If a member forwarded a mail, the original author becomes the requester. If a member
 * wrote to a customer, the customer becomes the requester and the mail the first reply.
 */
export async function openFromMail(tx: WorkspaceTx, facts: MailFacts, sender: Sender, content: MailContent) {
  const { colleague } = facts
  const teamId = await findTeamOfMail(tx, facts.platform.settings, facts.mail.address)
  if (colleague && isPassedOn(content.forward))
    return openPassedOn(tx, { ...facts, teamId }, colleague, content.forward)
  const customer = colleague && !content.forward && findWrittenTo(facts)
  if (customer) return openWritten(tx, { ...facts, teamId }, colleague, customer, content)
  return openOwn(tx, { ...facts, teamId }, sender, content)
}

type TeamMail = MailFacts & { teamId: string | null }

async function openPassedOn(
  tx: WorkspaceTx,
  facts: TeamMail,
  colleague: Colleague,
  passedOn: ForwardedMail,
): Promise<FiledMail> {
  const { writer, subject, date, opening, cover } = passedOn
  await addFiles(tx, [opening, cover])
  const requester = await findOrCreateCustomer(tx, { email: writer.address, name: writer.name })
  const { ticketId, messageId, number } = await openTicket(tx, {
    subject: subjectOf(subject),
    teamId: facts.teamId,
    requesterId: requester.id,
    author: { type: 'customer', id: requester.id },
    channel: 'email',
    opening: textOf(opening),
    isAutomatic: facts.about.kind !== 'normal',
    mailMessageId: messageIdOf({ parsed: passedOn }) ?? messageIdOf(facts),
    sentAt: date,
    isAcknowledged: false,
    isProven: false,
    cause: 'mail',
  })
  if (cover)
    await addMailNote(tx, {
      ticketId,
      author: { type: 'agent', id: colleague.id },
      text: textOf(cover),
      flags: isProven(facts) ? [] : ['unverified'],
      mailMessageId: messageIdOf(facts),
      cause: 'mail',
    })
  const found: MailEvidence = { code: 'passed-on', sender: colleague.address, writer: writer.address }
  const decision = { code: 'opened-ticket', number } as const
  return { decision, evidence: [found, ...uncheckedIn(facts)], ticketId, messageId, subject: subjectOf(subject) }
}

async function openWritten(
  tx: WorkspaceTx,
  facts: TeamMail,
  colleague: Colleague,
  customer: Person,
  content: MailContent,
): Promise<FiledMail> {
  await addFiles(tx, [content])
  const { id: requesterId } = await findOrCreateCustomer(tx, { email: customer.address, name: customer.name })
  const by = { ...customer, from: { name: '', address: colleague.address } }
  const copies = await withoutMembers(tx, findCopies(facts, by))
  const { number, ...opened } = await openAnswered(tx, {
    ...{ requesterId, memberId: colleague.id, isProven: isProven(facts), teamId: facts.teamId },
    subject: subjectOf(facts.parsed.subject),
    ccIds: isProven(facts) ? await findCopyIds(tx, copies) : [],
    text: textOf(content),
    mailMessageId: messageIdOf(facts),
  })
  if (!isProven(facts)) await suggestCopies(tx, opened.ticketId, copies)
  const found: MailEvidence = { code: 'written-to-customer', sender: colleague.address, customer: customer.address }
  return { decision: { code: 'opened-ticket', number }, evidence: [found, ...uncheckedIn(facts)], ...opened }
}

async function openOwn(tx: WorkspaceTx, facts: TeamMail, sender: Sender, content: MailContent): Promise<FiledMail> {
  await addFiles(tx, [content])
  const isAutomatic = facts.about.kind !== 'normal'
  const requester = await findOrCreateCustomer(tx, { email: sender.address, name: sender.name })
  const copies = isAutomatic ? [] : await withoutMembers(tx, findCopies(facts, sender))
  const opened = await openTicket(tx, {
    subject: subjectOf(facts.parsed.subject),
    teamId: facts.teamId,
    requesterId: requester.id,
    replyAddress: sender.address,
    author: { type: 'customer', id: requester.id },
    channel: 'email',
    ccIds: isProven(facts) ? await findCopyIds(tx, copies) : [],
    opening: textOf(content),
    isAutomatic,
    mailMessageId: messageIdOf(facts),
    isAcknowledged: !isAutomatic && !isOurs(facts.platform.settings, sender.address),
    isProven: isProven(facts) && sender.address === sender.from.address,
    cause: 'mail',
  })
  if (!isProven(facts)) await suggestCopies(tx, opened.ticketId, copies)
  return {
    decision: { code: 'opened-ticket', number: opened.number },
    evidence: evidenceOf(sender, content),
    ticketId: opened.ticketId,
    messageId: opened.messageId,
  }
}

const isProven = ({ trust }: MailFacts) => trust === 'aligned'
const uncheckedIn = (facts: MailFacts): MailEvidence[] => (isProven(facts) ? [] : [{ code: 'sender-unchecked' }])

/** Stores each file only once. A picture can be in the forwarded text and in the remark above it. */
async function addFiles(tx: WorkspaceTx, texts: (MailText | null)[]) {
  const files = texts.flatMap((text) => text?.files ?? [])
  await addMailFiles(tx, [...new Map(files.map((file) => [file.id, file])).values()])
}

const subjectOf = (subject: string) => subject.replaceAll('\0', '').trim().slice(0, 255) || noSubject

/** Removes members from the CC people of a mail. Members see every ticket, so they need no CC. */
async function withoutMembers(tx: WorkspaceTx, people: Person[]): Promise<Person[]> {
  const addresses = people.map(({ address }) => address)
  const members = await listMemberAddresses(tx, addresses)
  return people.filter(({ address }) => !members.includes(address))
}

async function findCopyIds(tx: WorkspaceTx, people: Person[]): Promise<string[]> {
  const ids: string[] = []
  for (const { address, name } of people) ids.push((await findOrCreateCustomer(tx, { email: address, name })).id)
  return ids
}

function evidenceOf(sender: Sender, { forward }: MailContent): MailEvidence[] {
  if (forward && !isPassedOn(forward)) return [forward.because]
  if (sender.address === sender.from.address) return []
  return [{ code: 'answers-elsewhere', sender: sender.from.address, replyTo: sender.address }]
}
