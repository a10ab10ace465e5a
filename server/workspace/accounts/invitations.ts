import { sql } from 'kysely'
import type { IdentityTx } from '#server/platform/database.ts'

export const invitationDays = 7

/**
 * Invites an account to a workspace, or renews the invitation. The account can still join another workspace or create
 * its own.
 */
export const keepInvitation = (tx: IdentityTx, accountId: string, workspaceId: string) =>
  tx
    .insertInto('identity.invitations')
    .values({ accountId, workspaceId })
    .onConflict((conflict) => conflict.columns(['accountId', 'workspaceId']).doUpdateSet({ invitedAt: sql`now()` }))
    .execute()

/** The workspaces that an account can join, latest invitation first. */
export async function listOpenInvitations(tx: IdentityTx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('identity.invitations')
    .select('workspaceId')
    .where('accountId', '=', accountId)
    .where('invitedAt', '>', sql<string>`now() - make_interval(days => ${invitationDays}::int)`)
    .orderBy('invitedAt', 'desc')
    .execute()
  return rows.map(({ workspaceId }) => workspaceId)
}

export const forgetInvitation = (tx: IdentityTx, accountId: string, workspaceId: string) =>
  tx
    .deleteFrom('identity.invitations')
    .where('accountId', '=', accountId)
    .where('workspaceId', '=', workspaceId)
    .execute()

/** Ends all invitations of an account and returns their workspaces. */
export async function forgetAllInvitations(tx: IdentityTx, accountId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('identity.invitations')
    .where('accountId', '=', accountId)
    .returning('workspaceId')
    .execute()
  return rows.map(({ workspaceId }) => workspaceId)
}
