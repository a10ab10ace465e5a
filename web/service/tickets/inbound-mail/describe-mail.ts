import { unreadableTexts } from '#contract/texts.ts'
import type { MailAuthentication, SenderCheck } from '#contract/tickets/mail-authentication.ts'
import type { MailDecision, MailEvidence } from '#contract/tickets/mail-decisions.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { say, type Words } from '#web/lib/words/say.ts'

const noteOn = (number: number) => `It is an internal note on ticket #${number}:`

const decisions: Words<MailDecision> = {
  'opened-ticket': ({ number }) => `It belongs to no ticket, so it created #${number}.`,
  'opened-follow-up': ({ number }) =>
    `Ticket #${number} can no longer change, so this mail opened one that follows it.`,
  'reply-on-ticket': ({ number }) => `It is a reply on ticket #${number}, by somebody on it.`,
  'note-by-stranger': ({ number, sender }) => `${noteOn(number)} ${sender} is not on this ticket.`,
  'note-by-colleague': ({ number, sender }) =>
    `${noteOn(number)} ${sender} is a colleague’s address, but anybody can write that into a mail.`,
  'note-by-unproven-sender': ({ number, sender }) =>
    `${noteOn(number)} ${sender} is on this ticket, but nothing in the mail proves that it comes from there.`,
  recovered: 'It was suspended, and somebody of the team made this ticket of it.',
  'bounce-of-answer': ({ recipient, reason }) => `The mail to ${recipient} came back: ${describeDelivery(reason)}`,
  'unproven-bounce': ({ recipient }) =>
    `It says that the mail to ${recipient} came back, but did not come to the address of that mail for such reports.`,
  'delay-of-answer': ({ recipient }) => `The mail to ${recipient} is late; its server still tries.`,
  'arrival-of-answer': ({ recipient }) => `The mail to ${recipient} has arrived, or was passed on.`,
  'bounce-of-unknown-mail': 'It says that a mail came back, but names none that we sent.',
  'own-mail': 'It is a mail of our own that came back.',
  'no-sender': 'It names no sender, so nobody could be answered.',
  'too-many-automatic-mails': ({ sender, most }) =>
    `A program at ${sender} sent more than ${most} mails within an hour.`,
  'too-many-tickets': ({ sender, most }) => `${sender} opened more than ${most} tickets within an hour.`,
  ...unreadableTexts,
  'not-filed': 'It could not be read or filed. Its source is kept.',
  'failed-for-a-day': 'Reading it failed for a whole day.',
  restored: 'Restored from a backup, before it was decided where this mail belongs.',
  imported: 'Imported from another installation, before it was decided where this mail belongs.',
  noted: ({ text }) => text,
}

/** What became of a mail, or why it was suspended. */
export const describeDecision = (decision: MailDecision) => say(decisions, withShownAddresses(decision))

const evidences: Words<MailEvidence> = {
  'own-mark': 'It carries the mark of this workspace’s own mail.',
  'own-address': 'Its sender is an address of this workspace.',
  'many-servers': ({ hops }) => `It has passed ${hops} servers.`,
  'delivery-report': 'It is a delivery report.',
  'delivery-status': 'It contains a delivery status.',
  'failed-recipients': 'It names failed recipients.',
  'sent-by-mail-system': 'It has no return path and a mail system sent it.',
  'failure-subject': 'A mail system says that it could not deliver.',
  'header-says-no-person': ({ header }) => `${header} says that no person sent it.`,
  'header-says-many': ({ header }) => `${header} says that it went to many.`,
  'header-says-automatic': ({ header }) => `${header} says that it is an automatic answer.`,
  'header-says-program': ({ header }) => `${header} says that a program sent it.`,
  'wants-no-automatic-answer': 'It asks for no automatic answer.',
  'automatic-responder': 'It comes from an automatic responder.',
  'mailbox-rule': 'A mailbox rule sent it.',
  'scheduled-program': 'A scheduled program sent it.',
  'mailing-list': 'It comes from a mailing list.',
  'offers-to-unsubscribe': 'It offers to unsubscribe.',
  campaign: 'It belongs to a campaign.',
  'bulk-sender': 'It comes from a bulk sender.',
  'mail-system-report': 'It is a report of a mail system.',
  'no-return-path': 'It has no return path.',
  'takes-no-answers': 'Its sender takes no answers.',
  'absence-subject': 'Its subject is that of an automatic answer.',
  'sent-to-ticket': 'It was sent to the address of the ticket.',
  'answers-our-mail': 'It answers a mail that we sent.',
  'answers-foreign-mail': 'It answers a mail of this ticket that we did not send.',
  'names-ticket': ({ number }) => `Its subject names #${number}.`,
  'quotes-ticket-address': 'Its text quotes the address of the ticket.',
  'ticket-is-over': ({ number }) => `Nobody looks at #${number} any more.`,
  'sender-unchecked': 'Nothing shows that its sender is who From says.',
  'message-id-used-before': 'Another mail came under its Message-ID before, from somebody else or with other words.',
  'through-form-or-list': ({ address }) => `It came through ${address}, which the settings name as a form or a list.`,
  'passed-on': ({ sender, writer }) => `${sender} is a colleague’s address and forwards a mail by ${writer}.`,
  'forwards-no-customer': ({ sender, writer }) =>
    `${sender} is a colleague’s address and forwards a mail by ${writer}, which is no customer’s mail.`,
  'forward-unclear': ({ sender }) =>
    `It looks like a forward by ${sender}, but it is unclear where the forwarded text begins or ends. The whole mail stays with ${sender}.`,
  'written-to-customer': ({ sender, customer }) =>
    `${sender} is a colleague’s address and wrote to ${customer} with this workspace in copy.`,
  'answers-elsewhere': ({ sender, replyTo }) => `It comes from ${sender} and asks for answers to ${replyTo}.`,
  noted: ({ text }) => text,
}

/** What speaks for a decision about a mail. */
export const describeEvidence = (evidence: MailEvidence) => say(evidences, withShownAddresses(evidence))

const withShownAddresses = <T extends object>(given: T): T =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? shownAddress(value) : value]),
  ) as T

const methods: Record<SenderCheck['method'], string> = { dkim: 'DKIM', spf: 'SPF', dmarc: 'DMARC' }
const results: Record<SenderCheck['result'], (method: string, domain: string) => string> = {
  pass: (method, domain) => `${method} passed for ${domain}.`,
  fail: (method, domain) => `${method} failed for ${domain}.`,
  none: (method, domain) => `${domain} says nothing by ${method}.`,
  unanswered: (method, domain) => `${method} was not checked for ${domain}: its DNS did not answer.`,
}
const unchecked = 'Its sender was not checked: a mail server of yours handed it over and says nothing about it.'

/** How far the sender of a mail is authenticated, a line for each way that was tried. */
export function describeAuthentication({ from, by, checks }: MailAuthentication): string[] {
  if (!from) return ['It does not name exactly one sender.']
  if (by === 'nobody') return [unchecked]
  const lines = checks.map(({ method, result, domain }) => results[result](methods[method], domain))
  return [...new Set(lines), ...(by === 'relay' ? ['So says the mail server of yours that handed it over.'] : [])]
}
