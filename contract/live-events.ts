import { endpoint, Nothing } from './endpoint.ts'
import { ticketEvents } from './ticket-events.ts'

/** That somebody has read something is told to their own pages alone. */
const { 'ticket.seen': _, ...heardByKeys } = ticketEvents

/** What a key with `tickets:read` hears of. Whatever it says can be read with that scope. */
export const eventsForKeys: readonly string[] = Object.keys(heardByKeys)

/**
 * Server-sent events: `event: change` with `data: {"type", "subject": {"type", "id"}}` says only that something
 * happened to that subject: read it again. `event: reset` says that changes were missed: read everything again.
 */
export const streamEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events',
  for: ['team', 'customer', 'key'],
  scope: 'tickets:read',
  answersWith: 'text/event-stream',
  takesHeaders: { 'Last-Event-ID': 'The last event that came' },
  summary: 'Live stream of changes, to a key those of tickets; resumes by Last-Event-ID for ten minutes',
  answer: Nothing.describe(`text/event-stream. A key hears of: ${eventsForKeys.join(', ')}`),
})
