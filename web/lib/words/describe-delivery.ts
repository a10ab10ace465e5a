import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { say, type Words } from './say.ts'

const words: Words<DeliveryReason> = {
  'unknown-address': 'The recipient’s mail server says that this address does not exist.',
  'address-form-refused': 'The mail server says that an address in this mail is not written correctly.',
  'utf8-refused': 'The recipient’s mail server does not accept letters other than a to z before the @.',
  'relay-without-utf8':
    'The mail relay of this installation does not offer SMTPUTF8, so it does not accept letters other than a to z before the @. Ask the customer for another address.',
  'address-refused': 'The recipient’s mail server refuses this address.',
  'address-unusable': 'No mail can be sent to this address.',
  'mailbox-full': 'The recipient’s mailbox is full.',
  'mailbox-switched-off': 'The recipient’s mailbox is switched off.',
  'too-large-for-recipient': 'The mail is too large for the recipient’s mail server.',
  'too-large': 'The mail is too large for the mail server.',
  'recipient-server-unreachable': 'The recipient’s mail server cannot be reached.',
  'refused-by-rules': 'The rules of the mail server do not allow this mail.',
  refused: ({ answer }) => `The mail server refuses this mail: ${answer ? `“${answer}”` : 'it gave no reason.'}`,
  'sign-in-refused': 'The mail server does not accept our sign-in. Check SMTP_URL.',
  'sign-in-wanted': 'The mail server asks for a sign-in. Check SMTP_URL.',
  'connection-lost': 'The connection to the mail server was lost.',
  'server-not-found': 'The name of the mail server is not found. Check SMTP_URL.',
  'server-unreachable': 'The mail server cannot be reached.',
  'server-silent': 'The mail server did not answer in time.',
  'no-safe-connection': 'A secure connection to the mail server was not possible.',
  'server-unusable': 'The mail server could not be used.',
  'development-mailbox-failed': 'The development mailbox could not store the mail.',
  'not-composed': 'The mail could not be created.',
  'nothing-to-send': 'The mail was no longer needed, for example because the recipient was removed.',
  'sending-off': 'When this mail was due, the installation was a copy. A copy sends no mail.',
  'bounced-before':
    'Earlier mails to this address came back. It gets no mail for some time, or until somebody writes from it.',
  bounced: ({ answer }) => answer ?? 'The mail came back.',
  'bounced-with-status': ({ status }) => `The mail server answered ${status}.`,
  restored: 'The mail was restored from a backup, so it is not sent.',
  imported: 'The mail was imported from another installation, so it is not sent.',
  noted: ({ text }) => text,
}

export const describeDelivery = (reason: DeliveryReason) => say(words, reason)
