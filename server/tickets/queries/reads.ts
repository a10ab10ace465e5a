import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** How far a member has read; it never goes back. */
export const upsertRead = (tx: WorkspaceTx, ticketId: string, memberId: string, seq: number) =>
  tx
    .insertInto('ticketReads')
    .values({ ticketId, memberId, seq })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'ticketId', 'memberId']).doUpdateSet({ seq: sql`greatest(ticket_reads.seq, excluded.seq)` }),
    )
    .execute()
