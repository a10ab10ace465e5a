import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf, paging, Time } from '#contract/endpoint.ts'
import { Ticket, ticketChange } from './tickets.ts'

export const linkKinds = ['related', 'duplicate_of', 'blocks', 'parent_of', 'incident_of'] as const
/** The kinds of links as one of the two tickets shows them. */
export const shownLinkKinds = [...linkKinds, 'duplicated_by', 'blocked_by', 'child_of', 'problem_of'] as const

/** Incidents of a problem are not counted here. */
export const mostLinks = 100
export const mostIncidents = 1000

export const linkRefusals = {
  'link-to-itself': { status: 409, text: 'A ticket cannot be linked to itself' },
  'link-exists': { status: 409, text: 'These tickets already have this link' },
  'link-circular': {
    status: 409,
    text: 'The other ticket already leads to this one by links of this kind. Remove that link first.',
  },
  'link-not-found': { status: 404, text: 'There is no such link on this ticket' },
  'too-many-links': { status: 409, text: `A ticket can have at most ${mostLinks} links` },
  'not-a-problem': { status: 409, text: 'This ticket is not a problem. Set its type to Problem first.' },
  'problem-not-active': { status: 409, text: 'This problem is closed or in the trash. Choose another one.' },
  'incident-is-problem': {
    status: 409,
    text: 'A problem cannot be an incident of another problem. Change the type of the ticket first.',
  },
  'too-many-incidents': {
    status: 409,
    text: `A problem can have at most ${mostIncidents.toLocaleString('en')} incidents`,
  },
} as const

const LinkedTicket = Ticket.pick({
  id: true,
  number: true,
  subject: true,
  status: true,
  statusLabel: true,
  statusColor: true,
  requester: true,
})

export const TicketLink = z.object({
  id: Id,
  kind: z
    .enum(shownLinkKinds)
    .exclude(['problem_of'])
    .describe('How this ticket is linked to the other one. `blocks` is shown as `blocked_by` on the other ticket'),
  ticket: LinkedTicket,
})

export const Incident = z.object({
  id: Id.describe('The id of the link, for `DELETE /api/v1/tickets/{id}/links/{linkId}`'),
  linkedAt: Time,
  ticket: LinkedTicket,
})

export const listTicketLinks = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/links',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The links of a ticket to others, oldest first. The incidents of a problem have a list of their own',
  params: idParams,
  answer: pageOf(TicketLink),
})

/** Why a ticket cannot become an incident of a problem. */
export const problemRefusals = [
  'not-a-problem',
  'problem-not-active',
  'incident-is-problem',
  'too-many-incidents',
] as const

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/incidents',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: `The incidents of a problem, first linked first, with their number. A problem has at most ${mostIncidents}`,
  params: idParams,
  query: z.strictObject(paging),
  answer: pageOf(Incident).extend({
    total: z.int().describe('The number of all incidents'),
    open: z.int().describe('The number of incidents that are not solved or closed'),
  }),
})

export const linkTicket = endpoint({
  ...ticketChange,
  method: 'POST',
  path: '/api/v1/tickets/:id/links',
  summary:
    'Links the ticket to another ticket. Both tickets show the link. `incident_of` makes the ticket an incident of the other one, instead of another problem',
  status: 201,
  params: idParams,
  body: z.strictObject({ kind: z.enum(linkKinds), ticketId: Id.describe('The other ticket') }),
  answer: TicketLink,
  refusals: ['link-to-itself', 'link-exists', 'link-circular', 'too-many-links', 'ticket-closed', ...problemRefusals],
})

export const unlinkTicket = endpoint({
  ...ticketChange,
  method: 'DELETE',
  path: '/api/v1/tickets/:id/links/:linkId',
  summary: 'Removes a link from both tickets',
  params: z.strictObject({ id: Id, linkId: Id }),
  answer: Nothing,
  refusals: ['link-not-found'],
})
