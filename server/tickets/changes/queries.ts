import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type TicketState, ticketColumns } from '#server/tickets/ticket/ticket-state.ts'

/** A row of `tickets` as JSON from `to_jsonb`, with the column names of the database. */
export type TicketRow = Record<string, unknown>
export type LockedTicket = { ticket: TicketState; row: TicketRow }
/**
 * The data that an undo needs: the old values of the changed columns, and the revision of the ticket after the change.
 */
export type ChangedTicket = { rowBefore: TicketRow; revision: number }

/**
 * Locks tickets in the order of their ids, so that two calls cannot deadlock. `row` lacks the message snippets, so that
 * an undo does not restore text of a message that was redacted meanwhile.
 */
export async function lockTickets(tx: WorkspaceTx, ids: string[]): Promise<LockedTicket[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .select(sql<TicketRow>`to_jsonb(tickets) - 'snippet' - 'public_snippet'`.as('row'))
    .where(sql<boolean>`tickets.id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ row, ...ticket }) => ({ ticket, row }))
}

export async function insertChange(tx: WorkspaceTx, memberId: string): Promise<string> {
  const { id } = await tx.insertInto('ticketChanges').values({ memberId }).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertChangedTickets(
  tx: WorkspaceTx,
  changeId: string,
  changed: (ChangedTicket & { ticketId: string })[],
) {
  if (changed.length === 0) return
  const rows = changed.map(({ rowBefore, ...rest }) => ({ changeId, ...rest, rowBefore: JSON.stringify(rowBefore) }))
  await tx.insertInto('changedTickets').values(rows).execute()
}

/**
 * Locks a bulk change that this member made within the last hour. `isJustUndone`: an undo began within the last minute.
 */
export const lockChange = (tx: WorkspaceTx, id: string, memberId: string) =>
  tx
    .selectFrom('ticketChanges')
    .select(['id', 'undoneAt', sql<boolean | null>`undone_at > now() - interval '1 minute'`.as('isJustUndone')])
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .forUpdate()
    .executeTakeFirst()

export const listChangedTickets = (tx: WorkspaceTx, changeId: string, limit: number) =>
  tx
    .selectFrom('changedTickets')
    .select(['ticketId', sql<TicketRow>`row_before`.as('rowBefore'), 'revision'])
    .where('changeId', '=', changeId)
    .orderBy('ticketId')
    .limit(limit)
    .execute()

export async function deleteChangedTickets(tx: WorkspaceTx, changeId: string, ticketIds: string[]) {
  if (ticketIds.length === 0) return
  await tx
    .deleteFrom('changedTickets')
    .where('changeId', '=', changeId)
    .where(sql<boolean>`ticket_id = any(${ticketIds}::uuid[])`)
    .execute()
}

export const markUndone = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('ticketChanges').set({ undoneAt: sql`now()` }).where('id', '=', id).execute()

/** Deletes bulk changes that are older than an hour. They can no longer be undone. */
export const deleteOldChanges = (tx: WorkspaceTx) =>
  tx.deleteFrom('ticketChanges').where('createdAt', '<', sql<string>`now() - interval '1 hour'`).execute()
