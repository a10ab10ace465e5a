import { endpoint, Nothing } from '#contract/endpoint.ts'
import { ticketEvents } from '#contract/tickets/events.ts'

/** `ticket.seen` goes only to the pages of the member who read the ticket, never to API keys. */
const { 'ticket.seen': _, ...heardByKeys } = ticketEvents

export const eventsForKeys: readonly string[] = Object.keys(heardByKeys)

/**
 * Server-sent events: `event: change` with `data: {"type", "subject": {"type", "id"}}` means that the subject changed
 * and must be read again. `event: reset` means that changes were missed and everything must be read again.
 */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  answersWith: 'text/event-stream',
  takesHeaders: { 'Last-Event-ID': 'The id of the last received event' },
  summary: 'Stream of changes; a key receives changes of tickets. `Last-Event-ID` resumes it within ten minutes',
  answer: Nothing.describe(`text/event-stream. A key receives: ${eventsForKeys.join(', ')}`),
})
