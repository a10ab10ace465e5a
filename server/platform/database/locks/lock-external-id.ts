import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const lockExternalId = (tx: WorkspaceTx, kind: string, externalId: string) =>
  lockExternalIds(tx, kind, [externalId])

/** Locks external ids in sorted order, so that two transactions cannot deadlock. */
export async function lockExternalIds(tx: WorkspaceTx, kind: string, externalIds: string[]) {
  const names = externalIds.toSorted().map((externalId) => `external id ${tx.workspaceId} ${kind} ${externalId}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 11)) from unnest(${names}::text[]) name`.execute(tx)
}
