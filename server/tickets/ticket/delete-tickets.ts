import { forgetSubjects } from '#server/bulk/batches/forget-subjects.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteTicketRows } from './queries/tickets.ts'

export async function deleteTickets(tx: WorkspaceTx, ids: string[]) {
  await forgetSubjects(tx, ids)
  await deleteTicketRows(tx, ids)
}
