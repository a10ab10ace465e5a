import type { Batch } from '#contract/bulk/batches.ts'
import type { InputOf } from '#contract/pages.ts'
import type { changeTicketsInBatch, countMatchingTickets } from '#contract/tickets/changes.ts'
import { endedWords, type Noun } from '#web/lib/batch/batch-words.ts'
import { useMatching } from '#web/lib/batch/use-matching.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { TicketChange } from '#web/service/tickets/ticket/changes/changes.ts'
import type { ListQuery } from '#web/service/tickets/ticket/views.ts'

export const ticketNoun: Noun = ['ticket', 'tickets']

type Query = InputOf<typeof countMatchingTickets>['query']

const queryOf = ({ view, saved, q, assignee }: ListQuery): Query =>
  saved && q === saved.q
    ? { view: saved.id }
    : { view: view as NonNullable<Query['view']>, q: q || undefined, assignee: assignee ?? undefined }

export function useMatchingTickets(list: ListQuery) {
  const query = queryOf(list)
  return useMatching<Query, TicketChange>(query, {
    count: (query) => ask<typeof countMatchingTickets>('GET', '/api/v1/ticket-count', { query }),
    start: ({ changes }, query) =>
      ask<typeof changeTicketsInBatch>('POST', '/api/v1/ticket-batches', { body: { change: changes, query } }),
  })
}

export function batchWords(batch: Batch) {
  const [doing, done] = batch.undoes ? ['Undoing', 'restored'] : ['Changing', 'changed']
  return { doing: `${doing} tickets`, ended: endedWords(batch, done, ticketNoun) }
}
