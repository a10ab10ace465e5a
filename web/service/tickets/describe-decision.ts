import type { MailDecision } from '#contract/mail-decisions.ts'
import { unreadableTexts } from '#contract/texts.ts'
import { describeDelivery } from '#web/lib/describe-delivery.ts'
import { say, type Words } from '#web/lib/say.ts'

const noteOn = (number: number) => `It is an internal note on ticket #${number}:`

const words: Words<MailDecision> = {
  'opened-ticket': ({ number }) => `It belongs to no ticket, so it opened #${number}.`,
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
  'delay-of-answer': ({ recipient }) => `The mail to ${recipient} is late; its server still tries.`,
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
export const describeDecision = (decision: MailDecision) => say(words, decision)
