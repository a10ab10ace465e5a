import { unreadableTexts } from '#contract/texts.ts'
import type { MailAuthentication, MailDecision, MailEvidence, SenderCheck } from '#contract/tickets/mail-decisions.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { say, type Words } from '#web/lib/words/say.ts'

const noteOn = (number: number) => `It is an internal note on ticket #${number}:`

const decisions: Words<MailDecision> = {
  'opened-ticket': ({ number }) => `It belongs to no ticket, so it created #${number}.`,
  'opened-follow-up': ({ number }) => `Ticket #${number} can no longer change, so this mail opened a follow-up.`,
  'reply-on-ticket': ({ number }) => `It is a reply on ticket #${number}, by somebody on it.`,
  'answer-in-side-conversation': ({ number }) => `It is a message in a side conversation of ticket #${number}.`,
  'note-by-stranger': ({ number, sender }) => `${noteOn(number)} ${sender} is not on this ticket.`,
  'note-by-colleague': ({ number, sender }) =>
    `${noteOn(number)} ${sender} is a colleague’s address, but anybody can put it into a mail as the sender.`,
  'note-by-unproven-sender': ({ number, sender }) =>
    `${noteOn(number)} ${sender} is on this ticket, but nothing in the mail proves that it was sent from this address.`,
  recovered: 'It was suspended, and a member created this ticket from it.',
  'bounce-of-answer': ({ recipient, reason }) => `The mail to ${recipient} came back: ${describeDelivery(reason)}`,
  'unproven-bounce': ({ recipient }) =>
    `It says that the mail to ${recipient} came back, but it was not sent to the return path of that mail.`,
  'delay-of-answer': ({ recipient }) => `The mail to ${recipient} is delayed. The mail server tries again.`,
  'arrival-of-answer': ({ recipient }) => `The mail to ${recipient} was delivered or forwarded.`,
  'bounce-of-unknown-mail': 'It says that a mail came back, but names no mail that we sent.',
  'own-mail': 'It is a mail of our own that came back.',
  'no-sender': 'It names no sender, so nobody can get a reply.',
  'sender-blocked': ({ sender }) => `${sender} is the address of a blocked customer.`,
  'too-many-automatic-mails': ({ sender, most }) =>
    `A program at ${sender} sent more than ${most} mails within an hour.`,
  'too-many-tickets': ({ sender, most }) => `${sender} opened more than ${most} tickets within an hour.`,
  ...unreadableTexts,
  'not-filed': 'It could not be read or filed. Its source is kept.',
  'failed-for-a-day': 'Reading it failed for a whole day.',
  restored: 'This mail was restored from a backup that was made before the mail was assigned to a ticket.',
  imported: 'This mail was imported from another installation before it was assigned to a ticket.',
  noted: ({ text }) => text,
}

export const describeDecision = (decision: MailDecision) => say(decisions, withShownAddresses(decision))

const evidences: Words<MailEvidence> = {
  'own-mark': 'It has the header that marks mail sent by this workspace.',
  'own-address': 'Its sender is an address of this workspace.',
  'many-servers': ({ hops }) => `It has passed ${hops} servers.`,
  'delivery-report': 'It is a delivery report.',
  'delivery-status': 'It contains a delivery status.',
  'failed-recipients': 'It names failed recipients.',
  'sent-by-mail-system': 'It has no return path and a mail system sent it.',
  'failure-subject': 'A mail system sent it, and its subject says that a mail could not be delivered.',
  'header-says-no-person': ({ header }) => `The header ${header} says that no person sent it.`,
  'header-says-many': ({ header }) => `The header ${header} says that it was sent to many people.`,
  'header-says-automatic': ({ header }) => `The header ${header} says that it is an automatic answer.`,
  'header-says-program': ({ header }) => `The header ${header} says that a program sent it.`,
  'wants-no-automatic-answer': 'It asks not to be answered automatically.',
  'automatic-responder': 'It comes from an automatic responder.',
  'mailbox-rule': 'A mailbox rule sent it.',
  'scheduled-program': 'A scheduled program sent it.',
  'mailing-list': 'It comes from a mailing list.',
  'offers-to-unsubscribe': 'It offers to unsubscribe.',
  campaign: 'It belongs to a campaign.',
  'bulk-sender': 'It comes from a bulk sender.',
  'mail-system-report': 'It is a report of a mail system.',
  'no-return-path': 'It has no return path.',
  'takes-no-answers': 'Its sender accepts no replies.',
  'absence-subject': 'Its subject is that of an automatic answer.',
  'sent-to-ticket': 'It was sent to the address of the ticket.',
  'answers-our-mail': 'It answers a mail that we sent.',
  'answers-foreign-mail': 'It answers a mail of this ticket that we did not send.',
  'names-ticket': ({ number }) => `Its subject names #${number}.`,
  'quotes-ticket-address': 'Its text quotes the address of the ticket.',
  'ticket-is-over': ({ number }) => `Ticket #${number} is closed or in the trash.`,
  'sender-unchecked': 'Nothing proves that it was sent by the address in From.',
  'message-id-used-before':
    'Another mail with the same Message-ID arrived before, from somebody else or with another text.',
  'through-form-or-list': ({ address }) => `It came through ${address}, which the settings name as a form or a list.`,
  'passed-on': ({ sender, writer }) => `${sender} is a colleague’s address and forwards a mail by ${writer}.`,
  'forwards-no-customer': ({ sender, writer }) =>
    `${sender} is a colleague’s address and forwards a mail by ${writer}, who is no customer.`,
  'forward-unclear': ({ sender }) =>
    `It looks like a forward by ${sender}, but it is unclear where the forwarded text begins or ends. The whole mail stays with ${sender}.`,
  'written-to-customer': ({ sender, customer }) =>
    `${sender} is a colleague’s address and wrote to ${customer} with this workspace in copy.`,
  'answers-elsewhere': ({ sender, replyTo }) => `It comes from ${sender} and asks for replies to ${replyTo}.`,
  noted: ({ text }) => text,
}

export const describeEvidence = (evidence: MailEvidence) => say(evidences, withShownAddresses(evidence))

const withShownAddresses = <T extends object>(given: T): T =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? shownAddress(value) : value]),
  ) as T

const methods: Record<SenderCheck['method'], string> = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' }
const results: Record<SenderCheck['result'], (method: string, domain: string) => string> = {
  pass: (method, domain) => `${method} passed for ${domain}.`,
  fail: (method, domain) => `${method} failed for ${domain}.`,
  none: (method, domain) => `${method} has no result for ${domain}.`,
  unanswered: (method, domain) => `${method} was not checked for ${domain}: its DNS did not answer.`,
}
const unchecked = 'Its sender was not checked: your own mail server delivered it without a result of this check.'

export function describeAuthentication({ from, by, checks }: MailAuthentication): string[] {
  if (!from) return ['It does not name exactly one sender.']
  if (by === 'nobody') return [unchecked]
  const lines = checks.map(({ method, result, domain }) => results[result](methods[method], domain))
  return [...new Set(lines), ...(by === 'relay' ? ['Your own mail server reported these results.'] : [])]
}
