import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams } from '#contract/endpoint.ts'
import { Ticket } from './tickets.ts'

export const requestCopyRefusals = {
  'too-many-copies': { status: 409, text: 'You can have at most 10 people in copy. Remove somebody first.' },
  'own-mailbox': { status: 400, text: 'This is the address that your request went to. Enter that of somebody else.' },
} as const

export const addRequestCopy = endpoint({
  method: 'POST',
  path: '/api/v1/tickets/:id/copies',
  for: ['customer'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary:
    'Puts somebody in copy of one’s own request: they get its answers from now on, and what they wrote by mail, and waited to be let in, becomes a reply',
  status: 201,
  params: idParams,
  body: z.strictObject({ address: EmailAddress }),
  answer: Ticket,
  refusals: ['too-many-recipients', 'ticket-closed', 'too-many-copies', 'own-mailbox'],
})

export const removeRequestCopy = endpoint({
  method: 'DELETE',
  path: '/api/v1/tickets/:id/copies/:customerId',
  for: ['customer'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Takes somebody out of the people in copy of one’s own request; nothing where they are not in copy',
  params: z.strictObject({ id: Id, customerId: Id }),
  answer: Ticket,
  refusals: ['ticket-closed'],
})
