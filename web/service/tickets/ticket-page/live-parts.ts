import type { LiveChange } from '#web/lib/live/live.ts'
import { type Touches, touchedBy } from '#web/lib/live/parts.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'

type Part = Extract<
  keyof TicketPageData,
  'ticket' | 'messages' | 'events' | 'draft' | 'customer' | 'recent' | 'suggested'
>

const said: Part[] = ['ticket', 'messages', 'events', 'draft']
const everything: Part[] = [...said, 'customer', 'recent']

/** What an event of the ticket may change on its page. No event changes members and settings. */
const touches: Touches<Part> = {
  'subject.changed': 'page',
  'requester.changed': 'page',
  'cc.*': ['ticket', 'events', 'suggested'],
  '*.changed': ['ticket', 'events'],
  'snooze.*': ['ticket', 'events'],
  'spam.*': everything,
  'trash.*': everything,
  'ticket.seen': [],
  'mail.delivery': ['messages'],
  'mail.bounced': ['ticket', 'messages', 'events'],
  'mail.*': ['messages', 'events'],
  'message.split': everything,
  'follow-up.created': ['ticket', 'events', 'customer', 'recent'],
  otherwise: said,
}

/** The other tickets of the requester are known by those that are shown. */
export function touchedParts({ ticket, recent }: Pick<TicketPageData, Part>, { type, subject }: LiveChange) {
  if (subject?.id === ticket.id) return touchedBy(touches, type)
  const isShown = recent.some(({ id }) => id === subject?.id)
  return isShown && touchesRow(type) ? (['recent'] satisfies Part[]) : []
}

const touchesRow = (type: string) => !type.startsWith('mail.') && type !== 'ticket.seen'
