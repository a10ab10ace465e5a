import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams } from '#contract/endpoint.ts'
import { Ticket } from './tickets.ts'

export const requestCopyRefusals = {
  'too-many-copies': { status: 409, text: 'A request can have at most 10 people in CC. Remove somebody first.' },
  'own-mailbox': { status: 400, text: 'Your request was sent to this address. Enter another address.' },
} as const

export const addRequestCopy = endpoint({
  method: 'POST',
  path: '/api/v1/tickets/:id/copies',
  for: ['customer'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary:
    "Adds somebody to the CC of the caller's request. They get replies from now on. Their waiting mail becomes a reply",
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
  summary: "Removes somebody from the CC of the caller's request",
  params: z.strictObject({ id: Id, customerId: Id }),
  answer: Ticket,
  refusals: ['ticket-closed'],
})
