import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf } from '#contract/endpoint.ts'
import { Ticket, ticketChange } from './tickets.ts'

export const linkKinds = ['related', 'duplicate_of', 'blocks', 'parent_of'] as const
/** The kinds of links as one of the two tickets shows them. */
export const shownLinkKinds = [...linkKinds, 'duplicated_by', 'blocked_by', 'child_of'] as const

export const mostLinks = 100

export const linkRefusals = {
  'link-to-itself': { status: 409, text: 'A ticket cannot be linked to itself' },
  'link-exists': { status: 409, text: 'These tickets already have this link' },
  'link-circular': {
    status: 409,
    text: 'The other ticket already leads to this one by links of this kind. Remove that link first.',
  },
  'link-not-found': { status: 404, text: 'There is no such link on this ticket' },
  'too-many-links': { status: 409, text: `A ticket can have at most ${mostLinks} links` },
} as const

export const TicketLink = z.object({
  id: Id,
  kind: z
    .enum(shownLinkKinds)
    .describe('How this ticket is linked to the other one. `blocks` is shown as `blocked_by` on the other ticket'),
  ticket: Ticket.pick({
    id: true,
    number: true,
    subject: true,
    status: true,
    statusLabel: true,
    statusColor: true,
    requester: true,
  }),
})

export const listTicketLinks = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/links',
  for: ['team', 'key'],
  scope: 'tickets:read',
  summary: 'The links of a ticket to others, oldest first',
  params: idParams,
  answer: pageOf(TicketLink),
})

export const linkTicket = endpoint({
  ...ticketChange,
  method: 'POST',
  path: '/api/v1/tickets/:id/links',
  summary: 'Links the ticket to another ticket. Both tickets show the link',
  status: 201,
  params: idParams,
  body: z.strictObject({ kind: z.enum(linkKinds), ticketId: Id.describe('The other ticket') }),
  answer: TicketLink,
  refusals: ['link-to-itself', 'link-exists', 'link-circular', 'too-many-links'],
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
