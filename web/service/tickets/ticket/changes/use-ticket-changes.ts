import type { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import type { ChangeResult } from '#web/lib/batch/run-batch.ts'
import { useRowChanges } from '#web/lib/batch/use-row-changes.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Outcome } from '#web/lib/write/writer.ts'
import type { Changeable, TicketChange } from './changes.ts'

/** `onFieldsMissing`: a ticket was not solved, because fields that this requires are empty. */
export const useTicketChanges = (onFieldsMissing?: () => void) =>
  useRowChanges<Changeable, TicketChange>({
    noun: ['ticket', 'tickets'],
    nameOf: ({ number }) => `${number}`,
    send: async ({ changes }, tickets) => {
      const { isLacking, outcome } = await changeAtOnce(changes, tickets)
      if (isLacking) onFieldsMissing?.()
      return outcome
    },
  })
export type TicketChanges = ReturnType<typeof useTicketChanges>

type Sent = { outcome: Outcome<ChangeResult>; isLacking?: boolean }

// Sends the change directly instead of as a background batch, so that the next shortcut acts on tickets that are
// already changed.
async function changeAtOnce(changes: TicketChange['changes'], tickets: Changeable[]): Promise<Sent> {
  const body = { ids: tickets.map(({ id }) => id), changes }
  const { answer, problem } = await ask<typeof changeTickets>('POST', '/api/v1/ticket-changes', { body })
  if (problem) return { outcome: { problem } }
  const problems = answer.results.flatMap(({ ticketId, problem }) => (problem ? [{ ticketId, ...problem }] : []))
  const failures = problems.map(({ ticketId, detail }) => ({ id: ticketId, reason: detail }))
  return {
    outcome: { answer: { failures, unreached: 0, undo: () => undo(answer.id) } },
    isLacking: problems.some(({ code }) => code === 'fields-missing'),
  }
}

async function undo(id: string): Promise<Outcome<ChangeResult>> {
  const path = '/api/v1/ticket-changes/:id'
  const { answer, problem } = await ask<typeof undoTicketChange>('DELETE', path, { params: { id } })
  if (problem) return { problem }
  const failures = answer.results.flatMap(({ ticketId, left }) =>
    left ? [{ id: ticketId, reason: 'The ticket was changed again in the meantime' }] : [],
  )
  return { answer: { failures, unreached: 0 } }
}
