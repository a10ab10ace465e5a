import { sql } from 'kysely'
import type { IdentityTx } from '#server/platform/database.ts'

export const insertAccount = (tx: IdentityTx, email: string) =>
  tx
    .insertInto('identity.accounts')
    .values({ email })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow()

export const verifyAccount = (tx: IdentityTx, id: string) =>
  tx
    .updateTable('identity.accounts')
    .set({ verifiedAt: sql`coalesce(verified_at, now())` })
    .where('id', '=', id)
    .execute()

/** Locks the account, so that two simultaneous requests of one person create only one workspace. */
export const lockAccount = (tx: IdentityTx, id: string) =>
  tx
    .selectFrom('identity.accounts')
    .select(['id', 'email', 'workspaceId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockAccountOf = (tx: IdentityTx, email: string) =>
  tx
    .selectFrom('identity.accounts')
    .select(['id', 'workspaceId', 'verifiedAt'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()

export const bindAccount = (tx: IdentityTx, accountId: string, workspaceId: string) =>
  tx.updateTable('identity.accounts').set({ workspaceId }).where('id', '=', accountId).execute()

export const unverifyAccount = (tx: IdentityTx, id: string) =>
  tx.updateTable('identity.accounts').set({ verifiedAt: null }).where('id', '=', id).execute()

export const renameAccount = (tx: IdentityTx, id: string, email: string) =>
  tx.updateTable('identity.accounts').set({ email }).where('id', '=', id).execute()

export const releaseAccount = (tx: IdentityTx, id: string) =>
  tx
    .deleteFrom('identity.accounts')
    .where('id', '=', id)
    .where('verifiedAt', 'is', null)
    .where('workspaceId', 'is', null)
    .where(sql<boolean>`not exists (select from identity.invitations where account_id = ${id})`)
    .execute()

export const invitationDays = 7

/**
 * Stores the invitation of an account to a workspace. A second invitation renews the first. The account can still join
 * another workspace or create one.
 */
export const keepInvitation = (tx: IdentityTx, accountId: string, workspaceId: string) =>
  tx
    .insertInto('identity.invitations')
    .values({ accountId, workspaceId })
    .onConflict((conflict) => conflict.columns(['accountId', 'workspaceId']).doUpdateSet({ invitedAt: sql`now()` }))
    .execute()

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

export async function forgetAllInvitations(tx: IdentityTx, accountId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('identity.invitations')
    .where('accountId', '=', accountId)
    .returning('workspaceId')
    .execute()
  return rows.map(({ workspaceId }) => workspaceId)
}
