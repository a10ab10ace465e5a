import type { MailEvidence } from '#contract/mail-decisions.ts'
import { say, type Words } from '#web/lib/say.ts'

const words: Words<MailEvidence> = {
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
  'sender-unchecked': 'DKIM and SPF are not checked here, so its sender does not count as authenticated.',
  'passed-on': ({ sender, writer }) => `${sender} is a colleague’s address and passes on a mail by ${writer}.`,
  'answers-elsewhere': ({ sender, replyTo }) => `It comes from ${sender} and asks for answers to ${replyTo}.`,
  noted: ({ text }) => text,
}

/** What speaks for a decision about a mail. */
export const describeEvidence = (evidence: MailEvidence) => say(words, evidence)
