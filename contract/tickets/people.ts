import { z } from 'zod'
import { EmailAddress, endpoint, Id, idParams, line, Nothing, pageOf } from '#contract/endpoint.ts'
import { Ticket, ticketChange } from './tickets.ts'

export const SuggestedCopy = z.object({ id: Id, name: z.string(), address: z.string() })
const oneSuggestion = '/api/v1/tickets/:id/copy-suggestions/:suggestionId'
const decision = {
  for: ['team'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  params: z.strictObject({ id: Id, suggestionId: Id }),
} as const

export const listSuggestedCopies = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/copy-suggestions',
  for: ['team'],
  summary: 'People whom an unverified mail added in CC. They get no mail until a member accepts them',
  params: idParams,
  answer: pageOf(SuggestedCopy),
})

export const acceptCopy = endpoint({
  ...decision,
  method: 'PUT',
  path: `${oneSuggestion}/acceptance`,
  summary: 'Accepts a suggested CC',
  answer: Ticket,
  refusals: ['suggestion-not-found', 'too-many-recipients'],
})

export const dismissCopy = endpoint({
  ...decision,
  method: 'DELETE',
  path: oneSuggestion,
  summary: 'Dismisses a suggested CC',
  answer: Nothing,
  refusals: ['suggestion-not-found'],
})

export const changeRequester = endpoint({
  ...ticketChange,
  method: 'PUT',
  path: '/api/v1/tickets/:id/requester',
  summary: 'Changes the requester, and creates the customer if needed. The former requester no longer sees the ticket',
  params: idParams,
  body: z.strictObject({
    email: EmailAddress,
    name: line(120).optional().describe('Name for a customer who has none yet'),
  }),
  answer: Ticket,
  refusals: ['ticket-closed', 'ticket-in-trash'],
})

export const requestCopyRefusals = {
  'too-many-copies': { status: 409, text: 'A request can have at most 10 people in CC. Remove somebody first.' },
  'own-mailbox': { status: 400, text: 'Your request was sent to this address. Enter another address.' },
} as const

const copyChange = {
  for: ['customer'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  answer: Ticket,
} as const

export const addRequestCopy = endpoint({
  ...copyChange,
  method: 'POST',
  path: '/api/v1/tickets/:id/copies',
  summary:
    "Adds somebody to the CC of the caller's request. They get replies from now on. Their waiting mail becomes a reply",
  status: 201,
  params: idParams,
  body: z.strictObject({ address: EmailAddress }),
  refusals: ['too-many-recipients', 'ticket-closed', 'too-many-copies', 'own-mailbox'],
})

export const removeRequestCopy = endpoint({
  ...copyChange,
  method: 'DELETE',
  path: '/api/v1/tickets/:id/copies/:customerId',
  summary: "Removes somebody from the CC of the caller's request",
  params: z.strictObject({ id: Id, customerId: Id }),
  refusals: ['ticket-closed'],
})
