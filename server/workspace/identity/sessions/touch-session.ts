import { sql } from 'kysely'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import { markMemberSeen } from '#server/workspace/team/membership.ts'

/**
 * Records the use of a session and the activity of its member. It runs after the commit of the request, at most every
 * five minutes.
 */
export async function touchSession(tx: IdentityTx, id: string) {
  const session = await tx
    .updateTable('identity.sessions')
    .set({ lastSeenAt: sql`now()` })
    .where('id', '=', id)
    .where('lastSeenAt', '<', sql<string>`now() - interval '5 minutes'`)
    .returning('accountId')
    .executeTakeFirst()
  if (!session?.accountId) return
  const account = await tx
    .selectFrom('identity.accounts')
    .select(['id', 'workspaceId'])
    .where('id', '=', session.accountId)
    .executeTakeFirst()
  if (!account?.workspaceId) return
  await withinWorkspace(tx, account.workspaceId, (walled) => markMemberSeen(walled, account.id))
}
