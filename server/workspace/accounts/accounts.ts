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

/** Locks the account, so that a founder who clicks twice creates one workspace. */
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

/** The address must be verified again. */
export const unverifyAccount = (tx: IdentityTx, id: string) =>
  tx.updateTable('identity.accounts').set({ verifiedAt: null }).where('id', '=', id).execute()

export const renameAccount = (tx: IdentityTx, id: string, email: string) =>
  tx.updateTable('identity.accounts').set({ email }).where('id', '=', id).execute()

/** Deletes an unverified account without open invitations. */
export const releaseAccount = (tx: IdentityTx, id: string) =>
  tx
    .deleteFrom('identity.accounts')
    .where('id', '=', id)
    .where('verifiedAt', 'is', null)
    .where('workspaceId', 'is', null)
    .where(sql<boolean>`not exists (select from identity.invitations where account_id = ${id})`)
    .execute()
