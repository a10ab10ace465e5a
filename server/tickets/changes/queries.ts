import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type TicketState, ticketColumns } from '#server/tickets/ticket/ticket-state.ts'

/** A row as `to_jsonb` writes it: columns by their names in the database. */
export type TicketRow = Record<string, unknown>
export type LockedRow = { ticket: TicketState; row: TicketRow }

/** Tickets, held in the order of their ids, so that two who change many wait for each other instead of locking out. */
export async function lockRows(tx: WorkspaceTx, ids: string[]): Promise<LockedRow[]> {
  if (ids.length === 0) return []
  const found = await tx
    .selectFrom('tickets')
    .select(ticketColumns)
    .select(sql<TicketRow>`to_jsonb(tickets)`.as('row'))
    .where(sql<boolean>`tickets.id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return found.map(({ row, ...ticket }) => ({ ticket, row }))
}

export async function insertChange(tx: WorkspaceTx, memberId: string): Promise<string> {
  const { id } = await tx.insertInto('ticketChanges').values({ memberId }).returning('id').executeTakeFirstOrThrow()
  return id
}

type Changed = { ticketId: string; rowBefore: TicketRow; revision: number }

export async function insertChangedTickets(tx: WorkspaceTx, changeId: string, changed: Changed[]) {
  if (changed.length === 0) return
  const rows = changed.map(({ rowBefore, ...rest }) => ({ changeId, ...rest, rowBefore: JSON.stringify(rowBefore) }))
  await tx.insertInto('changedTickets').values(rows).execute()
}

/** A change of the member's own, of the last hour, held so that it is undone once; somebody may be just at it. */
export const lockChange = (tx: WorkspaceTx, id: string, memberId: string) =>
  tx
    .selectFrom('ticketChanges')
    .select(['id', 'undoneAt', sql<boolean | null>`undone_at > now() - interval '1 minute'`.as('isJustUndone')])
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .forUpdate()
    .executeTakeFirst()

export async function listChangedTickets(tx: WorkspaceTx, changeId: string, most: number): Promise<Changed[]> {
  const rows = await tx
    .selectFrom('changedTickets')
    .select(['ticketId', 'rowBefore', 'revision'])
    .where('changeId', '=', changeId)
    .orderBy('ticketId')
    .limit(most)
    .execute()
  return rows as Changed[]
}

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

export const forgetSnippetsBefore = (tx: WorkspaceTx, ticketId: string) =>
  tx
    .updateTable('changedTickets')
    .set({ rowBefore: sql`row_before - 'snippet' - 'public_snippet'` })
    .where('ticketId', '=', ticketId)
    .execute()

/** Changes that can no longer be undone. */
export const deleteOldChanges = (tx: WorkspaceTx) =>
  tx.deleteFrom('ticketChanges').where('createdAt', '<', sql<string>`now() - interval '1 hour'`).execute()
