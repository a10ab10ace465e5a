import { sql } from 'kysely'
import type { IdentityTx } from '#server/platform/database.ts'

export type Registration = 'open' | 'first' | 'invited' | 'closed'
export type RegistrationState = 'open' | 'invited' | 'closed'

export async function registrationStateFor(tx: IdentityTx, registration: Registration): Promise<RegistrationState> {
  if (registration !== 'first') return registration
  return (await isFounded(tx)) ? 'closed' : 'open'
}

export async function isInvited(tx: IdentityTx, email: string): Promise<boolean> {
  const invitation = await tx
    .selectFrom('identity.workspaceInvitations')
    .select('email')
    .where('email', '=', email)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst()
  return invitation !== undefined
}

/**
 * Returns whether the address may create a workspace. With registration `first`, simultaneous requests wait for each
 * other, and only the first gets true.
 */
export async function mayFound(tx: IdentityTx, registration: Registration, email: string): Promise<boolean> {
  if (registration === 'first')
    await sql`select pg_advisory_xact_lock(hashtextextended('first workspace', 17))`.execute(tx)
  const standing = await registrationStateFor(tx, registration)
  return standing === 'open' || (standing === 'invited' && (await isInvited(tx, email)))
}

export const inviteToFound = (tx: IdentityTx, email: string, days: number) =>
  tx
    .insertInto('identity.workspaceInvitations')
    .values({ email, expiresAt: sql`now() + make_interval(days => ${days}::int)` })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ expiresAt: sql`excluded.expires_at` }))
    .execute()

/** Deletes the invitation of this address to create a workspace. Returns whether there was one. */
export async function endInvitation(tx: IdentityTx, email: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity.workspaceInvitations')
    .where('email', '=', email)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const forgetInvitations = (tx: IdentityTx) =>
  tx.deleteFrom('identity.workspaceInvitations').where('expiresAt', '<', sql<string>`now()`).execute()

async function isFounded(tx: IdentityTx): Promise<boolean> {
  const { rows } = await sql<{ isFounded: boolean }>`select is_founded() as is_founded`.execute(tx)
  return rows[0]!.isFounded
}
