import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const addFounder = (tx: WorkspaceTx, founder: { id: string; email: string; name: string; surname: string }) =>
  tx
    .insertInto('members')
    .values({ ...founder, role: 'FreeAdminUser', joinedAt: sql`now()` })
    .execute()

export const activateMember = (tx: WorkspaceTx, id: string) =>
  tx
    .updateTable('members')
    .set({ status: 'active', joinedAt: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .execute()

export const markMemberSeen = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('members').set({ lastSeenAt: sql`now()` }).where('id', '=', id).execute()
