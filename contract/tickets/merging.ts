import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, Time } from '#contract/endpoint.ts'
import { Ticket, ticketChange } from './tickets.ts'

/** Maximum number of tickets whose messages one conversation shows. */
export const mostMerged = 100
const mostLetters = 4000

export const mergingRefusals = {
  'merge-into-itself': { status: 409, text: 'A ticket cannot be merged into itself' },
  'ticket-merged': {
    status: 409,
    text: 'This ticket was merged into another ticket. Use the other ticket.',
  },
  'ticket-not-merged': { status: 409, text: 'This ticket is not merged, so there is nothing to undo' },
  'reply-not-sent': {
    status: 409,
    text: 'One of the tickets has a reply that is not sent yet. Unsend it or wait until it is sent, then merge.',
  },
  'problem-has-incidents': {
    status: 409,
    text: 'This problem has incidents, so it must be the ticket that stays. Swap the two tickets.',
  },
  'too-many-merged': { status: 409, text: `A ticket can have at most ${mostMerged} merged tickets` },
} as const

/** Maximum number of tickets that one call merges into another one. */
export const mostMergedAtOnce = 9

const Words = z.string().trim().min(1).max(mostLetters)

const mergeRefusals = [
  'merge-into-itself',
  'ticket-merged',
  'ticket-closed',
  'ticket-in-trash',
  'reply-not-sent',
  'problem-has-incidents',
  'too-many-merged',
  'too-many-tags',
  'too-many-followers',
  'too-many-recipients',
  'too-many-unsolicited',
  'too-many-unsolicited-of-all',
] as const

export const mergeTicket = endpoint({
  ...ticketChange,
  method: 'PUT',
  path: '/api/v1/tickets/:id/merge',
  summary:
    'Merges the ticket into another ticket and closes it. The conversation of the other ticket then shows the messages of both',
  params: idParams,
  body: z.strictObject({
    into: Id.describe('The ticket that stays'),
    copyRequester: z
      .boolean()
      .optional()
      .describe(
        'Adds the requester of the merged ticket to the CC of the other ticket. They get its replies from now on',
      ),
    note: Words.optional().describe('An internal note on the ticket that stays. An undo deletes it'),
    reply: Words.optional().describe(
      'A reply to the requester of the merged ticket, which is mailed before the ticket is closed. An undo does not unsend it',
    ),
  }),
  answer: Ticket,
  refusals: mergeRefusals,
})

export const undoMerge = endpoint({
  ...ticketChange,
  method: 'DELETE',
  path: '/api/v1/tickets/:id/merge',
  summary:
    'Undoes the merge of a ticket while the other ticket is not closed. Both tickets get their former values, except those that were changed again',
  params: idParams,
  answer: Ticket,
  refusals: ['ticket-not-merged', 'ticket-closed', 'ticket-merged'],
})

const ofTarget = {
  ...ticketChange,
  path: '/api/v1/tickets/:id/merged-tickets',
  params: idParams,
  answer: Ticket,
} as const

export const mergeTickets = endpoint({
  ...ofTarget,
  method: 'POST',
  summary: `Merges up to ${mostMergedAtOnce} tickets into the ticket and closes them, all or none`,
  body: z.strictObject({
    tickets: z
      .array(
        z.strictObject({
          id: Id,
          copyRequester: z.boolean().optional().describe('As in `PUT /api/v1/tickets/{id}/merge`'),
        }),
      )
      .min(1, 'Send at least one ticket')
      .max(mostMergedAtOnce, `Send at most ${mostMergedAtOnce} tickets`)
      .refine((tickets) => new Set(tickets.map(({ id }) => id)).size === tickets.length, 'Send each ticket once'),
    note: Words.optional().describe('An internal note on the ticket that stays. An undo deletes it'),
    reply: Words.optional().describe(
      'A reply to each requester of the merged tickets, which is mailed once, on the first of their tickets in `tickets`. An undo does not unsend it',
    ),
  }),
  refusals: mergeRefusals,
})

export const undoMerges = endpoint({
  ...ofTarget,
  method: 'DELETE',
  summary: 'Undoes merges into the ticket, all or none, the last merge first',
  query: z.strictObject({
    ids: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(Id).min(1).max(mostMergedAtOnce))
      .optional()
      .describe(
        'The ids of the merged tickets, separated by commas. Default: all tickets that were merged into this one',
      ),
  }),
  refusals: ['ticket-not-merged', 'ticket-closed', 'ticket-merged'],
})

export const MergedTicket = Ticket.pick({ id: true, number: true, subject: true, requester: true }).extend({
  into: Id.describe('The ticket that this one was merged into, which can be a merged ticket, too'),
  mergedAt: Time,
})

export const listMergedTickets = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/merged-tickets',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The tickets that were merged into a ticket, directly or through another ticket, first merged first',
  params: idParams,
  answer: pageOf(MergedTicket),
})
