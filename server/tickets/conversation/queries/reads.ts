import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export async function findRead(tx: WorkspaceTx, ticketId: string, memberId: string): Promise<number> {
  const read = await tx
    .selectFrom('ticketReads')
    .select('seq')
    .where('ticketId', '=', ticketId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return read?.seq ?? 0
}

/** Stores up to which message a member has read, never a lower number. Returns whether the number changed. */
export async function upsertRead(tx: WorkspaceTx, ticketId: string, memberId: string, seq: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ticketReads')
    .values({ ticketId, memberId, seq })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'ticketId', 'memberId'])
        .doUpdateSet({ seq: sql`excluded.seq` })
        .where('ticketReads.seq', '<', seq),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
