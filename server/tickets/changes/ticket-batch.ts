import { mostInBatch } from '#contract/bulk/batches.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type changeTicketsInBatch, TicketChanges, type TicketMatch } from '#contract/tickets/changes.ts'
import { batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { countUpToMost, startBatch } from '#server/bulk/batches/start-batch.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listMatchingIds } from '#server/tickets/ticket/lists/list-tickets.ts'
import { changeTicketRow, restoreTicketRow } from './change-ticket-row.ts'
import { type ChangedTicket, lockTickets } from './queries.ts'

/** Many tickets, each changed and undone as by `changeTickets`. */
export const ticketBatch = batchKind({
  name: 'tickets',
  input: TicketChanges,
  async label(tx, id) {
    const [locked] = await lockTickets(tx, [id])
    return locked ? `${locked.ticket.number} ${locked.ticket.subject}` : ''
  },
  async change({ tx, caller }, id, changes) {
    const [locked] = await lockTickets(tx, [id])
    if (!locked) throw new Refusal('ticket-not-found')
    return changeTicketRow(tx, locked, changes, caller)
  },
  async undo({ tx, caller }, id, before) {
    const [locked] = await lockTickets(tx, [id])
    await restoreTicketRow(tx, locked, before as ChangedTicket, caller)
  },
})

type TicketsCall = { tx: WorkspaceTx; caller: Member }

/** Starts a batch on the given tickets, or on all that a query finds now. */
export async function changeInBatch(
  { tx, caller }: TicketsCall,
  { change, ids, query }: BodyOf<typeof changeTicketsInBatch>,
) {
  const subjectIds = ids ?? (await listMatchingIds(tx, caller, query!, mostInBatch + 1))
  const batch = await startBatch(tx, caller.id, { kind: ticketBatch, input: change, canUndo: true, subjectIds })
  return showBatch(tx, batch)
}

export const countMatching = async ({ tx, caller }: TicketsCall, query: TicketMatch) =>
  countUpToMost(await listMatchingIds(tx, caller, query, mostInBatch + 1))
