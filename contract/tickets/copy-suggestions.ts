import { z } from 'zod'
import { endpoint, Id, idParams, Nothing, pageOf } from '#contract/endpoint.ts'
import { Ticket } from './tickets.ts'

export const SuggestedCopy = z.object({ id: Id, name: z.string(), address: z.string() })
const suggestionParams = z.strictObject({ id: Id, suggestionId: Id })
const oneSuggestion = '/api/v1/tickets/:id/copy-suggestions/:suggestionId'

export const listSuggestedCopies = endpoint({
  method: 'GET',
  path: '/api/v1/tickets/:id/copy-suggestions',
  for: ['team'],
  summary: 'People whom an unverified mail added in CC. They get no mail until a member accepts them',
  params: idParams,
  answer: pageOf(SuggestedCopy),
})

export const acceptCopy = endpoint({
  method: 'PUT',
  path: `${oneSuggestion}/acceptance`,
  for: ['team'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Accepts a suggested CC',
  params: suggestionParams,
  answer: Ticket,
  refusals: ['suggestion-not-found', 'too-many-recipients'],
})

export const dismissCopy = endpoint({
  method: 'DELETE',
  path: oneSuggestion,
  for: ['team'],
  counts: 'write',
  needs: ['service'],
  takesIfMatch: true,
  summary: 'Dismisses a suggested CC',
  params: suggestionParams,
  answer: Nothing,
  refusals: ['suggestion-not-found'],
})
