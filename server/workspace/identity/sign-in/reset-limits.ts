import { sql } from 'kysely'
import type { IdentityTx } from '#server/platform/database.ts'

/** Unused codes that have expired. Open codes are kept. */
const spent = sql`used_at is null and (replaced_at is not null or expires_at <= now() or tries >= 15)`

/** Resets the used codes of an address. Returns how many. */
export async function forgetCodesOf(tx: IdentityTx, address: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.challenges where address = ${address} and ${spent}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Resets the used codes and wrong tries of a network. Returns how many. */
export async function forgetTriesOf(tx: IdentityTx, network: string): Promise<number> {
  const codes = await sql`delete from identity.challenges where network = ${network} and ${spent}`.execute(tx)
  const tries = await sql`delete from identity.failed_tries where network = ${network}`.execute(tx)
  return Number((codes.numAffectedRows ?? 0n) + (tries.numAffectedRows ?? 0n))
}
