import { z } from 'zod'
import { mostInBatch } from '#contract/bulk/batches.ts'
import { Id } from '#contract/endpoint.ts'
import { batchKind } from '#server/bulk/batches/batch-kind.ts'
import { showBatch } from '#server/bulk/batches/show-batches.ts'
import { startBatch } from '#server/bulk/batches/start-batch.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { deleteStatus, lockForDeletion, restoreStatus } from '#server/tickets/statuses/change-statuses.ts'
import { lockTickets } from '#server/tickets/ticket/find-ticket.ts'
import { changeEverywhere, restoreTicketRow } from './change-ticket-row.ts'
import { labelTicket, listIdsOfStatus } from './queries.ts'

/** Moves the tickets of a deleted status to the default status of its category. The undo restores the status. */
export const statusDeletion = batchKind({
  name: 'status-deletion',
  input: z.object({ statusId: Id, name: z.string() }),
  needs: [],
  label: labelTicket,
  change: ({ tx, caller }, id, { statusId }) =>
    changeEverywhere(tx, id, caller, (ticket) => (ticket.statusId === statusId ? { statusId: null } : {})),
  canUndo: () => true,
  async undo({ tx, caller }, id, before, { statusId }) {
    await restoreStatus(tx, statusId, caller)
    const [locked] = await lockTickets(tx, [id])
    await restoreTicketRow(tx, locked, before, caller)
  },
})

export async function deleteStatusInBatch(call: { tx: WorkspaceTx; caller: Member }, id: string) {
  const { tx, caller } = call
  const status = await lockForDeletion(tx, id)
  const subjectIds = await listIdsOfStatus(tx, id, mostInBatch + 1)
  await deleteStatus(call, status, { hasTickets: subjectIds.length > 0 })
  if (subjectIds.length === 0) return { batch: null }
  const input = { statusId: id, name: status.name }
  return { batch: await showBatch(tx, await startBatch(tx, caller.id, { kind: statusDeletion, input, subjectIds })) }
}
