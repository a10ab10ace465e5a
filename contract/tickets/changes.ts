import { z } from 'zod'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'
import { ticketFields } from './tickets.ts'

/** No two tickets have the same. */
const { externalId: _, ...fields } = ticketFields

export const ticketChangeRefusals = {
  'change-not-found': { status: 404, text: 'There is no such change, or it was made more than an hour ago' },
  'already-undone': { status: 409, text: 'This change was undone already' },
} as const

const mostTickets = 100

/** What one can change on many tickets at once: their fields, and what stands beside the status. */
export const TicketChanges = z
  .strictObject({
    ...fields,
    addTags: ticketFields.tags.describe('Beside those that a ticket has'),
    removeTags: ticketFields.tags,
    snoozedUntil: Time.nullable().describe('null ends the snooze'),
    spam: z.boolean(),
    trash: z.boolean(),
  })
  .partial()

/** RFC 9457, as the answer to a call for this ticket alone would have been. */
const TicketProblem = z.object({ code: z.string(), status: z.int(), detail: z.string() })

export const changeTickets = endpoint({
  method: 'POST',
  path: '/api/v1/ticket-changes',
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'ticket-changes',
  needs: ['service'],
  summary: 'Changes up to 100 tickets; its maker can take the change back for an hour',
  status: 201,
  body: z.strictObject({
    ids: z
      .array(Id)
      .min(1, 'Name a ticket')
      .max(mostTickets, `Name at most ${mostTickets} tickets`)
      .refine((ids) => new Set(ids).size === ids.length, 'Name each ticket once'),
    changes: TicketChanges.refine((changes) => Object.keys(changes).length > 0, 'Say what to change'),
  }),
  answer: z.object({
    id: Id.describe('Of the change'),
    results: z
      .array(z.object({ ticketId: Id, problem: TicketProblem.optional() }))
      .describe('One for each ticket; with a problem where it was not changed'),
  }),
})

export const undoTicketChange = endpoint({
  method: 'DELETE',
  path: '/api/v1/ticket-changes/:id',
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'ticket-changes',
  needs: ['service'],
  summary: 'Puts back exactly what a change of one’s own altered, on each ticket that nobody touched since',
  params: idParams,
  answer: z.object({
    results: z.array(
      z.object({
        ticketId: Id,
        left: z.enum(['changed-meanwhile']).optional().describe('Why it stays as it is'),
      }),
    ),
  }),
  refusals: ['change-not-found', 'already-undone'],
})
