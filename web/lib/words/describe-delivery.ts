import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import { say, type Words } from './say.ts'

const words: Words<DeliveryReason> = {
  'unknown-address': 'The recipient’s mail server knows no such address.',
  'address-form-refused': 'The mail server refuses the form of an address of this mail.',
  'utf8-refused': 'The recipient’s mail server takes no mail for addresses with letters beyond a to z before the @.',
  'relay-without-utf8':
    'The mail relay of this installation cannot mail to addresses with letters beyond a to z before the @, since it does not offer SMTPUTF8. Ask the customer for another address.',
  'address-refused': 'The recipient’s mail server refuses this address.',
  'address-unusable': 'The address cannot be mailed to.',
  'mailbox-full': 'The recipient’s mailbox is full.',
  'mailbox-switched-off': 'The recipient’s mailbox is switched off.',
  'too-large-for-recipient': 'The mail is too large for the recipient’s mail server.',
  'too-large': 'The mail is too large for the mail server.',
  'recipient-server-unreachable': 'The recipient’s mail server cannot be reached.',
  'refused-by-rules': 'The mail server refuses this mail by its rules.',
  refused: ({ answer }) => `The mail server refuses this mail: ${answer ? `“${answer}”` : 'it gave no reason.'}`,
  'sign-in-refused': 'The mail server does not accept our sign-in. Check SMTP_URL.',
  'sign-in-wanted': 'The mail server asks for a sign-in. Check SMTP_URL.',
  'connection-lost': 'The connection to the mail server was lost.',
  'server-not-found': 'The name of the mail server is not found. Check SMTP_URL.',
  'server-unreachable': 'The mail server cannot be reached.',
  'server-silent': 'The mail server did not answer in time.',
  'no-safe-connection': 'No safe connection to the mail server came about.',
  'server-unusable': 'The mail server could not be used.',
  'development-mailbox-failed': 'The development mailbox could not store the mail.',
  'not-composed': 'The mail could not be put together.',
  'nothing-to-send': 'Nothing was left to send.',
  'sending-off': 'The installation was a copy at that time, and a copy sends no mail.',
  'bounced-before':
    'Earlier mails to this address came back, so mails to it rest for a while, or until somebody writes from it.',
  bounced: ({ answer }) => answer ?? 'The mail came back.',
  'bounced-with-status': ({ status }) => `The mail server answered ${status}.`,
  restored: 'Restored from a backup.',
  imported: 'Imported from another installation.',
  noted: ({ text }) => text,
}

export const describeDelivery = (reason: DeliveryReason) => say(words, reason)
