import type { Touches } from '#web/lib/live/parts.ts'

/**
 * What an event may change on the ticket list. What moves a ticket to another view is told by an event of its own; a mail
 * that was recovered, by the message that it became.
 */
export const touches: Touches<'views' | 'tickets' | 'mails'> = {
  'status.changed': ['views', 'tickets'],
  'assignee.changed': ['views', 'tickets'],
  '*.changed': ['tickets'],
  'message.added': ['views', 'tickets', 'mails'],
  'message.*': ['tickets'],
  'thanks.overruled': ['tickets'],
  'ticket.seen': ['tickets'],
  'mail.suspended': ['views', 'mails'],
  'mail.*': [],
  otherwise: ['views', 'tickets', 'mails'],
}
