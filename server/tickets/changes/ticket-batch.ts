import type { BodyOf } from '#contract/endpoint.ts'
import { type changeTicketsInBatch, TicketChanges, type TicketMatch } from '#contract/tickets/changes.ts'
import { batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { countMatching, idsOrMatching, startBatch } from '#server/bulk/batches/start-batch.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { inBatch } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { listMatchingIds } from '#server/tickets/ticket/lists/list-tickets.ts'
import { withinView } from '#server/tickets/views/show-views.ts'
import { changeTicketRow, restoreTicketRow } from './change-ticket-row.ts'
import { labelTicket } from './queries.ts'

export const ticketBatch = batchKind({
  name: 'tickets',
  input: TicketChanges,
  needs: ['service'],
  label: labelTicket,
  async change({ tx, caller }, id, changes) {
    const [locked] = await lockTickets(tx, [id])
    if (!locked) throw new Refusal('ticket-not-found')
    return changeTicketRow(tx, locked, changes, { caller, cause: inBatch })
  },
  canUndo: () => true,
  async undo({ tx, caller }, id, before) {
    const [locked] = await lockTickets(tx, [id])
    await restoreTicketRow(tx, locked, before, caller)
  },
})

type TicketsCall = { tx: WorkspaceTx; caller: Member }

export async function changeInBatch(
  { tx, caller }: TicketsCall,
  { change, ids, query }: BodyOf<typeof changeTicketsInBatch>,
) {
  const subjectIds = await idsOrMatching(ids, (limit) => listMatching({ tx, caller }, query!, limit))
  const batch = await startBatch(tx, caller.id, { kind: ticketBatch, input: change, subjectIds })
  return showBatch(tx, batch)
}

export const countTickets = (call: TicketsCall, query: TicketMatch) =>
  countMatching((limit) => listMatching(call, query, limit))

async function listMatching({ tx, caller }: TicketsCall, asked: TicketMatch, limit: number) {
  const query = await withinView({ tx, caller }, asked)
  return query ? listMatchingIds(tx, caller, query, limit) : []
}
