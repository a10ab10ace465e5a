import { forgetSubjects } from '#server/bulk/batches/forget-subjects.ts'
import { forgetCustomValues } from '#server/fields/custom-fields/index-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteTicketRows } from './queries/tickets.ts'

export async function deleteTickets(tx: WorkspaceTx, ids: string[]) {
  await forgetSubjects(tx, ids)
  await forgetCustomValues(tx, ids)
  await deleteTicketRows(tx, ids)
}
