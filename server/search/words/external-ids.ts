import { sql } from 'kysely'
import { lockExternalId } from '#server/platform/database/locks/lock-external-id.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

const tables = { customer: 'customers', ticket: 'tickets' } as const
type Kind = keyof typeof tables

export async function findIdByExternalId(tx: WorkspaceTx, kind: Kind, externalId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tables[kind])} where workspace_id = ${tx.workspaceId}
      and external_id = ${externalId}`.execute(tx)
  return rows[0]?.id
}

/** Locks the external id against other writers until the transaction ends. Returns the id of its row. */
export async function lockIdByExternalId(tx: WorkspaceTx, kind: Kind, externalId: string) {
  await lockExternalId(tx, kind, externalId)
  return findIdByExternalId(tx, kind, externalId)
}

/** Refuses an external id that is in use. Waits for other transactions that write the same external id. */
export async function refuseTakenId(tx: WorkspaceTx, kind: Kind, externalId: string | null | undefined) {
  if (!externalId) return
  const known = await lockIdByExternalId(tx, kind, externalId)
  if (known) throw new Refusal('external-id-taken', { shown: { [`${kind}Id`]: known } })
}
