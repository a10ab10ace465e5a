import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** A key of the API that named a field by a former key, and when last. */
export type FormerAsk = { fieldId: string; formerKey: string; keyId: string; lastAt: string }

/** Notes when somebody asked last, in an order in which no two processes wait for each other. A key that is gone asks no more. */
export async function writeAsks(tx: WorkspaceTx, asks: FormerAsk[]) {
  const inOrder = asks.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  for (const { fieldId, formerKey, keyId, lastAt } of inOrder) {
    const key = await tx.selectFrom('apiKeys').select('id').where('id', '=', keyId).forKeyShare().executeTakeFirst()
    if (!key) continue
    await sql`
      insert into content_former_asks (workspace_id, field_id, former_key, key_id, last_at)
      values (${tx.workspaceId}, ${fieldId}, ${formerKey}, ${keyId}, ${lastAt})
      on conflict (workspace_id, field_id, former_key, key_id)
      do update set last_at = greatest(content_former_asks.last_at, excluded.last_at)`.execute(tx)
  }
}

const nameOf = ({ fieldId, formerKey, keyId }: FormerAsk) => `${fieldId} ${formerKey} ${keyId}`

export const listAsks = (tx: WorkspaceTx, fieldIds: string[]) =>
  tx
    .selectFrom('contentFormerAsks as a')
    .innerJoin('apiKeys as k', (join) =>
      join.onRef('k.workspaceId', '=', 'a.workspaceId').onRef('k.id', '=', 'a.keyId'),
    )
    .select(['a.fieldId', 'a.formerKey', 'a.keyId', 'a.lastAt', 'k.name'])
    .where('a.workspaceId', '=', tx.workspaceId)
    .where('k.workspaceId', '=', tx.workspaceId)
    .where('a.fieldId', 'in', fieldIds)
    .orderBy('a.lastAt', 'desc')
    .execute()
