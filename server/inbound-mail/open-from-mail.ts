import type { MailEvidence } from '#contract/mail-decisions.ts'
import { noSubject } from '#contract/texts.ts'
import { openTicket } from '#server/conversation/openings/open-ticket.ts'
import { findOrCreateCustomer } from '#server/customers/customer-accounts.ts'
import { addMailFiles } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { suggestCopies } from '#server/tickets/copies/suggest-copies.ts'
import { messageIdOf, textOf, wholeTextOf } from './content/message-text.ts'
import type { MailContent } from './content/prepare-content.ts'
import type { Facts } from './content/read-facts.ts'
import type { Filed } from './file-mail.ts'
import { isMemberAddress, listMemberAddresses } from './queries.ts'
import { type Forwarded, findForwarded } from './senders/find-forwarded.ts'
import { isOurs } from './senders/find-mailbox.ts'
import { findCopies, type Person, type Sender } from './senders/find-sender.ts'

/** Opens a ticket of a mail; one that a colleague passes on is its first writer's. */
export async function openFromMail(
  tx: WorkspaceTx,
  facts: Facts,
  sender: Sender,
  content: MailContent,
): Promise<Filed> {
  await addMailFiles(tx, content.files)
  const isAutomatic = facts.about.kind !== 'normal'
  const forwarded = await findPassedOn(tx, facts, sender, content)
  const requester = await findOrCreateCustomer(tx, {
    email: (forwarded ?? sender).address,
    name: (forwarded ?? sender).name,
  })
  const copies = isAutomatic || forwarded ? [] : await withoutMembers(tx, findCopies(facts, sender))
  const isProven = facts.trust === 'aligned'
  const ccIds = isProven ? await findCopyIds(tx, copies) : []
  const opened = await openTicket(tx, {
    subject: subjectOf(forwarded?.subject ?? facts.parsed.subject),
    requesterId: requester.id,
    author: { type: 'customer', id: requester.id },
    channel: 'email',
    ccIds,
    opening: forwarded ? wholeTextOf(content) : textOf(content),
    isAutomatic,
    mailMessageId: messageIdOf(facts),
    isAcknowledged: !isAutomatic && !forwarded && !isOurs(facts.platform.settings, sender.address),
    isProven: !forwarded && facts.trust === 'aligned' && sender.address === sender.from.address,
    cause: 'mail',
  })
  if (!isProven) await suggestCopies(tx, opened.ticketId, copies)
  return {
    decision: { code: 'opened-ticket', number: opened.number },
    evidence: evidenceOf(sender, forwarded),
    ticketId: opened.ticketId,
    messageId: opened.messageId,
  }
}

/** What a colleague passes on; anybody else's forward is their own mail. */
async function findPassedOn(tx: WorkspaceTx, { parsed }: Facts, { from }: Sender, content: MailContent) {
  const text = parsed.text ?? wholeTextOf(content).text
  const forwarded = findForwarded({ subject: parsed.subject, text })
  return forwarded && (await isMemberAddress(tx, from.address)) ? forwarded : null
}

const subjectOf = (subject: string) => subject.replaceAll('\0', '').trim().slice(0, 255) || noSubject

/** Colleagues see every ticket anyway. */
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

function evidenceOf(sender: Sender, forwarded: Forwarded | null): MailEvidence[] {
  if (forwarded) return [{ code: 'passed-on', sender: sender.from.address, writer: forwarded.address }]
  if (sender.address === sender.from.address) return []
  return [{ code: 'answers-elsewhere', sender: sender.from.address, replyTo: sender.address }]
}
