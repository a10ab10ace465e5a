import { z } from 'zod'
import { EmailAddress, endpoint, idParams, line } from '#contract/endpoint.ts'
import { Ticket } from './tickets.ts'

export const changeRequester = endpoint({
  method: 'PUT',
  path: '/api/v1/tickets/:id/requester',
  for: ['team', 'key'],
  scope: 'tickets:write',
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Changes the requester, and creates the customer if needed. The former requester no longer sees the ticket',
  params: idParams,
  body: z.strictObject({ email: EmailAddress, name: line(120).optional().describe('Of a customer who has none yet') }),
  answer: Ticket,
  refusals: ['ticket-closed', 'ticket-in-trash'],
})
