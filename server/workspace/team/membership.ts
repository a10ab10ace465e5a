import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const addFounder = (tx: WorkspaceTx, founder: { id: string; email: string; name: string; surname: string }) =>
  tx
    .insertInto('members')
    .values({ ...founder, role: 'FreeAdminUser', joinedAt: sql`now()` })
    .execute()

/** Returns false if the person is not invited. */
export async function activateMember(tx: WorkspaceTx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ status: 'active', joinedAt: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const markMemberSeen = (tx: WorkspaceTx, id: string) =>
  tx.updateTable('members').set({ lastSeenAt: sql`now()` }).where('id', '=', id).execute()

export const renameMember = (tx: WorkspaceTx, id: string, email: string) =>
  tx.updateTable('members').set({ email }).where('id', '=', id).execute()
