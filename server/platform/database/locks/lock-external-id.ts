import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Until the transaction ends, nobody else gives this external id to a thing of the kind. */
export const lockExternalId = (tx: WorkspaceTx, kind: string, externalId: string) =>
  lockExternalIds(tx, kind, [externalId])

/** The same of many, in one order, so that two who take the same ones do not wait for each other. */
export async function lockExternalIds(tx: WorkspaceTx, kind: string, externalIds: string[]) {
  const names = externalIds.toSorted().map((externalId) => `external id ${tx.workspaceId} ${kind} ${externalId}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 11)) from unnest(${names}::text[]) name`.execute(tx)
}
