import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'

/** Ends the sessions of a member permanently. Reactivating the member does not restore them. */
export const endSessionsOf = (tx: WorkspaceTx, { with: { memberId } }: NewEvent<'member.deactivated'>) =>
  sql`select end_sessions_of(${memberId})`.execute(tx)
