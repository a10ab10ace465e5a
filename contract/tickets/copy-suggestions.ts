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
  summary: 'Whom a mail named in copy without showing who sent it; they are told nothing until somebody accepts them',
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
  summary: 'Puts somebody who was suggested in copy',
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
  summary: 'Takes a suggestion away',
  params: suggestionParams,
  answer: Nothing,
  refusals: ['suggestion-not-found'],
})
