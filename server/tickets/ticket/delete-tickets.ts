import { forgetSubjects } from '#server/bulk/batches/forget-subjects.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteTicketRows, partFromTickets } from './queries/tickets.ts'

/** Deletes tickets permanently, with their messages and history. */
export async function deleteTickets(tx: WorkspaceTx, ids: string[]) {
  await partFromTickets(tx, ids)
  await forgetSubjects(tx, ids)
  await deleteTicketRows(tx, ids)
}
