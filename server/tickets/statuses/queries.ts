import { type Insertable, sql, type Updateable } from 'kysely'
import type { TicketStatuses } from '#database/types.ts'
import { cacheDefinition } from '#server/platform/database/definitions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['id', 'category', 'name', 'customerLabel', 'color', 'position', 'isDefault'] as const

const inCategories = sql`array_position('{new,open,pending,on_hold,solved,closed}'::text[], category)`

export const listStatusRows = cacheDefinition((tx) =>
  tx
    .selectFrom('ticketStatuses')
    .select(columns)
    .where('deletedAt', 'is', null)
    .orderBy(inCategories)
    .orderBy('position')
    .orderBy('id')
    .execute(),
)
export type StatusRow = Awaited<ReturnType<typeof listStatusRows>>[number]

/** Locks the statuses of the workspace against other changes, so that two admins cannot exceed the limit. */
export const holdStatuses = (tx: WorkspaceTx) =>
  tx.selectFrom('ticketStatuses').select('id').where('isDefault', '=', true).orderBy('id').forNoKeyUpdate().execute()

/** Finds a status that is not deleted, and keeps it from being deleted until the transaction ends. */
export const holdStatus = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('ticketStatuses')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

/** Locks a status for its deletion. Waits for transactions that are setting it. */
export const lockStatus = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('ticketStatuses')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const findDeletedStatus = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('ticketStatuses')
    .select(columns)
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()

/** Lists all statuses, including deleted ones. */
export const listEveryStatusRow = cacheDefinition((tx) => tx.selectFrom('ticketStatuses').select(columns).execute())

export const insertStatuses = (tx: WorkspaceTx, statuses: Insertable<TicketStatuses>[]) =>
  tx.insertInto('ticketStatuses').values(statuses).returning(columns).execute()

export const updateStatus = (tx: WorkspaceTx, id: string, changes: Updateable<TicketStatuses>) =>
  tx.updateTable('ticketStatuses').set(changes).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** Moves the statuses of a category from a place on down by one. */
export const shiftStatuses = (tx: WorkspaceTx, category: StatusRow['category'], from: number) =>
  tx
    .updateTable('ticketStatuses')
    .set({ position: sql`position + 1` })
    .where('category', '=', category)
    .where('position', '>=', from)
    .execute()

export const deleteStatusRow = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('ticketStatuses').where('id', '=', id).execute()

/** Deletes statuses that were deleted more than 30 days ago, when the batches that could restore them are gone. */
export const forgetDeletedStatuses = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('ticketStatuses')
    .where('deletedAt', '<', sql<string>`now() - interval '30 days'`)
    .where(
      sql<boolean>`not exists (select from tickets t
        where t.workspace_id = ${tx.workspaceId} and t.status_id = ticket_statuses.id)`,
    )
    .execute()

const mostCounted = 10_000

export async function countTicketsOf(tx: WorkspaceTx, statuses: StatusRow[]) {
  const counts = statuses.map(({ id, category, isDefault }) => {
    const has = isDefault ? sql`status = ${category} and status_id is null` : sql`status_id = ${id}::uuid`
    return sql`select ${id} as id, (select count(*)::int from (
      select from tickets where workspace_id = ${tx.workspaceId} and shelf <> 'spam' and shelf <> 'trash' and ${has}
      limit ${sql.lit(mostCounted)}) t) as count`
  })
  const { rows } = await sql<{ id: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  return rows
}
