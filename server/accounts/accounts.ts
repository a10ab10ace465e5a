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

/** Holds the account, so that a founder who clicks twice makes one workspace. */
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

/** Undefined when another workspace was faster. */
export const bindInvited = (tx: IdentityTx, email: string, workspaceId: string) =>
  tx
    .insertInto('identity.accounts')
    .values({ email, workspaceId })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ workspaceId })
        .where(sql<boolean>`coalesce(accounts.workspace_id, ${workspaceId}) = ${workspaceId}`),
    )
    .returning('id')
    .executeTakeFirst()

export const bindAccount = (tx: IdentityTx, accountId: string, workspaceId: string) =>
  tx.updateTable('identity.accounts').set({ workspaceId }).where('id', '=', accountId).execute()

/** Frees the address. A verified account belongs to its owner and stays. */
export async function unbindAccount(tx: IdentityTx, id: string) {
  await tx.deleteFrom('identity.accounts').where('id', '=', id).where('verifiedAt', 'is', null).execute()
  await tx.updateTable('identity.accounts').set({ workspaceId: null }).where('id', '=', id).execute()
}
