import { sql } from 'kysely'
import { lockExternalId } from '#server/platform/database/locks/lock-external-id.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Where those stand whom another system calls by an id of its own, one of a workspace each. */
const tables = { customer: 'customers', ticket: 'tickets' } as const
type Kind = keyof typeof tables

/** Which one another system calls so. */
export async function findIdByExternalId(tx: WorkspaceTx, kind: Kind, externalId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tables[kind])} where workspace_id = ${tx.workspaceId} and external_id = ${externalId}`.execute(
    tx,
  )
  return rows[0]?.id
}

/** Two who give one id at once wait here for each other. */
export async function refuseTakenId(tx: WorkspaceTx, kind: Kind, externalId: string | null | undefined) {
  if (!externalId) return
  await lockExternalId(tx, kind, externalId)
  const known = await findIdByExternalId(tx, kind, externalId)
  if (known) throw new Refusal('external-id-taken', { shown: { [`${kind}Id`]: known } })
}
