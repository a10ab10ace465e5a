import { comparedAddress } from '#contract/email-address.ts'
import type { MailDecision, MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { addMailFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import {
  addCustomerMessage,
  addMailNote,
  markUsedId,
} from '#server/tickets/conversation/messages/add-customer-message.ts'
import { liftSuppression } from '#server/tickets/outgoing-mail/deliveries/suppress-unreachable.ts'
import { tellUnsent } from '#server/tickets/outgoing-mail/notice-member.ts'
import { addAnswer } from '#server/tickets/side-conversations/add-answer.ts'
import { isParticipant } from '#server/tickets/ticket/change-copies.ts'
import { isBlocked } from '#server/workspace/customers/block-customer.ts'
import { findOrCreateCustomer, markWritten } from '#server/workspace/customers/customer-accounts.ts'
import { messageIdOf, textOf } from './content/mail-text.ts'
import type { MailContent } from './content/prepare-content.ts'
import type { MailFacts } from './content/read-facts.ts'
import { matchTicket, type SideMatch, type TicketMatch } from './match-ticket.ts'
import { openFromMail } from './open-from-mail.ts'
import { deleteInbound, lockKnown, type MailVerdict } from './queries.ts'
import { findFlood } from './senders/count-mail.ts'
import type { Sender } from './senders/find-sender.ts'
import { settleMail } from './settle-mail.ts'

const cause = 'mail'

/** `subject`: the original subject, if the mail was forwarded. */
export type FiledMail = Pick<MailVerdict, 'decision' | 'ticketId' | 'messageId' | 'subject'> & {
  state?: 'suspended'
  evidence: MailVerdict['evidence']
}

/**
 * Adds a mail to a ticket or a side conversation, or opens a ticket, and stores the decision. Returns null if another run has decided the mail, and
 * `copy` if the mail was already delivered before.
 */
export async function fileMail(tx: WorkspaceTx, facts: MailFacts, sender: Sender, content: MailContent) {
  const { mail, parsed, about } = facts
  const known = await lockKnown(tx, mail)
  if (!known) return null
  if (known.some(({ identity }) => identity === content.identity)) return forgetCopy(tx, mail.id)
  const match = await matchTicket(tx, facts)
  const isIdUsed = known.length > 0
  const filed = (await isBlocked(tx, [sender.address, sender.from.address]))
    ? blockedBy(sender)
    : match?.side
      ? await addToSide(tx, facts, sender, content, { match, isIdUsed })
      : match
        ? await addToTicket(tx, facts, sender, content, match)
        : await openNew(tx, facts, sender, content)
  const usedId: MailEvidence[] = isIdUsed ? [{ code: 'message-id-used-before' }] : []
  if (usedId.length > 0 && filed.messageId) await markUsedId(tx, filed.messageId)
  const evidence = [...about.reasons, ...usedId, ...filed.evidence]
  await settleMail(tx, mail.id, {
    state: 'done',
    subject: parsed.subject.replaceAll('\0', ''),
    ...filed,
    evidence,
    identity: content.identity,
    fromAddress: sender.from.address,
  })
  await liftSuppression(tx, sender.from.address)
  if (about.kind === 'normal' && (await isFromAddressOwner(tx, facts, sender, match)))
    await markWritten(tx, sender.from.address)
  return filed
}

const blockedBy = ({ address: sender }: Sender): FiledMail => ({
  state: 'suspended',
  decision: { code: 'sender-blocked', sender },
  evidence: [],
})

async function forgetCopy(tx: WorkspaceTx, id: string): Promise<'copy'> {
  await deleteInbound(tx, id)
  await removeBytes(tx, { mails: [id] })
  return 'copy'
}

// Adds a mail to a side conversation, never to its ticket. A sender to whom nobody wrote is shown as such.
async function addToSide(
  tx: WorkspaceTx,
  facts: MailFacts,
  sender: Sender,
  content: MailContent,
  { match, isIdUsed }: { match: SideMatch; isIdUsed: boolean },
): Promise<FiledMail> {
  const { side, ticket, evidence } = match
  const isUnverified = !(await provesSender(tx, facts, match, sender))
  await addMailFiles(tx, content.files)
  await addAnswer(tx, side.id, {
    from: sender.from,
    text: textOf(content),
    isAutomatic: facts.about.kind === 'automatic',
    ...{ isUnverified, isIdUsed, mailMessageId: messageIdOf(facts) },
  })
  return {
    decision: { code: 'answer-in-side-conversation', number: ticket.number },
    evidence: isUnverified ? [evidence, { code: 'sender-unchecked' }] : [evidence],
    ticketId: side.ticketId,
  }
}

async function addToTicket(
  tx: WorkspaceTx,
  facts: MailFacts,
  sender: Sender,
  content: MailContent,
  match: TicketMatch,
): Promise<FiledMail> {
  const { id, namedId } = match.ticket
  const person =
    (await isParticipant(tx, id, sender.from.address)) ??
    (namedId === id ? null : await isParticipant(tx, namedId, sender.from.address))
  // A mail that a colleague forwards is only for the team, even if the colleague is on the ticket.
  const isForward = content.forward !== null
  if (person && 'customerId' in person && !isForward && facts.trust !== 'failed') {
    const isProven = await provesSender(tx, facts, match, sender)
    return addReply(tx, facts, content, match, {
      customerId: person.customerId,
      address: sender.from.address,
      isProven,
    })
  }
  const { ticket, evidence } = match
  if (ticket.status === 'closed' || ticket.trashedAt) {
    const filed = await openNew(tx, facts, sender, content)
    return { ...filed, evidence: [evidence, { code: 'ticket-is-over', number: ticket.number }, ...filed.evidence] }
  }
  await addMailFiles(tx, content.files)
  const { id: customerId } = await findOrCreateCustomer(tx, { email: sender.from.address, name: sender.from.name })
  const added = await addMailNote(tx, {
    ticketId: ticket.id,
    author: { type: 'customer', id: customerId },
    text: textOf(content),
    flags: ['stranger'],
    waitsAs: person ? null : await waitsIn(tx, facts, match, sender),
    mailMessageId: messageIdOf(facts),
    cause,
  })
  if (person && 'memberId' in person && !isForward && (await isAnswer(tx, facts, match, sender)))
    await tellUnsent(tx, { ticketId: added.ticketId, messageId: added.messageId, memberId: person.memberId })
  const decision = { code: whyNote(person), number: ticket.number, sender: sender.from.address }
  return { decision, evidence: person ? [evidence, { code: 'sender-unchecked' }] : [evidence], ...added }
}

// Adds a mail as a customer reply. Many domains have no DMARC record, so a reply whose sender is unproven is accepted
// too, but marked as unverified.
async function addReply(
  tx: WorkspaceTx,
  facts: MailFacts,
  content: MailContent,
  { ticket, evidence }: TicketMatch,
  { customerId, address, isProven }: { customerId: string; address: string; isProven: boolean },
): Promise<FiledMail> {
  await addMailFiles(tx, content.files)
  const isAutomatic = facts.about.kind === 'automatic'
  const { isFollowUp, ...added } = await addCustomerMessage(tx, {
    ...{ ticketId: ticket.namedId, customerId, text: textOf(content), channel: 'email', isAutomatic, cause },
    flags: isProven ? [] : ['unverified'],
    mailMessageId: messageIdOf(facts),
    fromAddress: comparedAddress(address),
    isProven: facts.trust === 'aligned',
  })
  const decision: MailDecision = { code: isFollowUp ? 'opened-follow-up' : 'reply-on-ticket', number: ticket.number }
  return { decision, evidence: isProven ? [evidence] : [evidence, { code: 'sender-unchecked' }], ...added }
}

/** Returns whether the owner of the From address certainly wrote the mail. */
const isFromAddressOwner = async (
  tx: WorkspaceTx,
  facts: MailFacts,
  sender: Sender,
  match: TicketMatch | SideMatch | null,
) => (match ? provesSender(tx, facts, match, sender) : facts.trust === 'aligned')

// Returns whether the sender is proven: by authentication or, if the domain publishes no rules, by a reply to something
// secret that was sent only to this address.
async function provesSender(
  tx: WorkspaceTx,
  { trust }: MailFacts,
  { wasSentOnlyTo }: Pick<TicketMatch, 'wasSentOnlyTo'>,
  { from }: Sender,
) {
  return trust === 'aligned' || (trust === 'silent' && (await wasSentOnlyTo(tx, from.address)))
}

const isAnswer = async (tx: WorkspaceTx, facts: MailFacts, match: TicketMatch, sender: Sender) =>
  facts.about.kind === 'normal' && (await provesSender(tx, facts, match, sender))

// Returns how certain the sender of a waiting mail is. null: the mail is forged or automatic, so only the team can
// accept it.
async function waitsIn(tx: WorkspaceTx, facts: MailFacts, match: TicketMatch, sender: Sender) {
  if (facts.trust === 'failed' || facts.about.kind !== 'normal') return null
  return (await provesSender(tx, facts, match, sender)) ? 'proven' : 'unverified'
}

function whyNote(person: Awaited<ReturnType<typeof isParticipant>>) {
  if (!person) return 'note-by-stranger' as const
  return 'memberId' in person ? ('note-by-colleague' as const) : ('note-by-unproven-sender' as const)
}

async function openNew(tx: WorkspaceTx, facts: MailFacts, sender: Sender, content: MailContent): Promise<FiledMail> {
  const flood = findFlood(facts, sender)
  if (flood) return { state: 'suspended', decision: flood, evidence: [] }
  return openFromMail(tx, facts, sender, content)
}
