import { z } from 'zod'
import { Batch, batchBody, MatchCount, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, Id, idParams, Time } from '#contract/endpoint.ts'
import { mostFollowers } from './followers.ts'
import { listTickets, RemovedTags, ticketFields } from './tickets.ts'

/** Bulk changes cannot set the external id, because no two tickets share one. */
const { externalId: _, ...fields } = ticketFields

export const ticketChangeRefusals = {
  'change-not-found': { status: 404, text: 'This change does not exist, or it is more than an hour old' },
  'already-undone': { status: 409, text: 'This change was undone already' },
} as const

const mostTickets = 100

const changesOfTicket = z
  .strictObject({
    ...fields,
    addTags: ticketFields.tags.describe('Tags to add to the ticket'),
    // Tags from before commas were refused can still be removed.
    removeTags: RemovedTags,
    addFollowers: z.array(Id).max(mostFollowers).describe('Members who follow the ticket from now on'),
    problem: Id.nullable().describe(
      'The problem that the ticket becomes an incident of. Its type becomes `incident`. `null` ends this',
    ),
    snoozedUntil: Time.nullable().describe('`null` ends the snooze'),
    spam: z.boolean(),
    trash: z.boolean(),
  })
  .partial()

export const TicketChanges = changesOfTicket.refine(
  (changes) => Object.keys(changes).length > 0,
  'Send at least one change',
)
export type TicketChanges = z.output<typeof TicketChanges>

/** What a message can change beside the status. */
export const MessageChanges = changesOfTicket
  .pick({
    ...{ priority: true, type: true, assignee: true, team: true, customFields: true, addTags: true, removeTags: true },
    ...{ addFollowers: true, problem: true, snoozedUntil: true },
  })
  .describe(
    'Changes of the ticket together with the message. A held reply makes them when it is sent, and not if it is canceled. Team only',
  )
export type MessageChanges = z.output<typeof MessageChanges>

/** The problem (RFC 9457) that the same call for this single ticket would return. */
const TicketProblem = z.object({ code: z.string(), status: z.int(), detail: z.string() })

const change = { for: ['team', 'key'], scope: 'tickets:write', counts: 'ticket-changes', needs: ['service'] } as const

export const changeTickets = endpoint({
  ...change,
  method: 'POST',
  path: '/api/v1/ticket-changes',
  summary: 'Changes up to 100 tickets; the caller can undo the change for an hour',
  status: 201,
  body: z.strictObject({
    ids: z
      .array(Id)
      .min(1, 'Send at least one ticket')
      .max(mostTickets, `Send at most ${mostTickets} tickets`)
      .refine((ids) => new Set(ids).size === ids.length, 'Send each ticket once'),
    changes: TicketChanges,
  }),
  answer: z.object({
    id: Id.describe('Id of the change'),
    results: z
      .array(z.object({ ticketId: Id, problem: TicketProblem.optional() }))
      .describe('One result for each ticket; `problem` says why a ticket was not changed'),
  }),
})

export const undoTicketChange = endpoint({
  ...change,
  method: 'DELETE',
  path: '/api/v1/ticket-changes/:id',
  summary: 'Undoes a change by the caller, except on tickets that were changed again',
  params: idParams,
  answer: z.object({
    results: z.array(
      z.object({
        ticketId: Id,
        left: z.enum(['changed-meanwhile']).optional().describe('Why the change of this ticket was not undone'),
      }),
    ),
  }),
  refusals: ['change-not-found', 'already-undone'],
})

const TicketMatch = listTickets.query.omit({
  limit: true,
  cursor: true,
  order: true,
  updatedAfter: true,
  externalId: true,
  group: true,
  folded: true,
})
export type TicketMatch = z.output<typeof TicketMatch>

export const countMatchingTickets = endpoint({
  method: 'GET',
  path: '/api/v1/ticket-count',
  for: ['team'],
  counts: 'search',
  summary: 'Counts the tickets that a list query matches',
  query: TicketMatch,
  answer: MatchCount,
  refusals: ['batch-too-large', 'query-invalid', 'ticket-view-not-found'],
})

export const changeTicketsInBatch = endpoint({
  method: 'POST',
  path: '/api/v1/ticket-batches',
  for: ['team'],
  counts: 'ticket-changes',
  needs: ['service'],
  status: 202,
  summary: 'Starts a batch that changes the given tickets, or all that a list query matches now',
  bodyLimit: 1_048_576,
  body: batchBody(TicketChanges, TicketMatch),
  answer: Batch,
  refusals: [...startRefusals, 'query-invalid', 'ticket-view-not-found'],
})
