import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'

/** Ends the sessions of a member of this workspace for good: they do not come back when the member does. */
export const endSessionsOf = (tx: WorkspaceTx, { with: { memberId } }: NewEvent<'member.deactivated'>) =>
  sql`select end_sessions_of(${memberId})`.execute(tx)
