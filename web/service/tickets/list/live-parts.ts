import type { Touches } from '#web/lib/live/parts.ts'

/**
 * The parts of the ticket list that an event changes. A ticket that moves to another view has an event of its own, and a
 * recovered mail that of its message.
 */
export const touches: Touches<'views' | 'tickets' | 'mails' | 'batch'> = {
  'batch.changed': ['batch'],
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
