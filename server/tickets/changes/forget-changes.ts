import type { WorkspaceTx } from '#server/platform/database.ts'

/** Deletes what an undo of changes of many would restore on a ticket. */
export const forgetChangesOf = (tx: WorkspaceTx, ticketId: string) =>
  tx.deleteFrom('changedTickets').where('ticketId', '=', ticketId).execute()
