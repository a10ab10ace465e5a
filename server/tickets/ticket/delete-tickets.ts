import type { WorkspaceTx } from '#server/platform/database.ts'
import { deleteTicketRows, partFromTickets } from './queries/tickets.ts'
/** Removes tickets for good, with all that is written on them. */
export async function deleteTickets(tx: WorkspaceTx, ids: string[]) {
  await partFromTickets(tx, ids)
  await deleteTicketRows(tx, ids)
}
