import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type FormerKeyUse = { subjectId: string; formerKey: string; keyId: string | null; lastAt: string }

/** Stores the last uses of former keys, in a fixed order against deadlocks. Skips uses by deleted API keys. */
export async function writeFormerKeyUse(tx: WorkspaceTx, asks: FormerKeyUse[]) {
  const inOrder = asks.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  for (const { subjectId, formerKey, keyId, lastAt } of inOrder) {
    if (keyId !== null && !(await holdKey(tx, keyId))) continue
    await sql`
      insert into content_former_asks (workspace_id, subject_id, former_key, key_id, last_at)
      values (${tx.workspaceId}, ${subjectId}, ${formerKey}, ${keyId}, ${lastAt})
      on conflict (workspace_id, subject_id, former_key, asker)
      do update set last_at = greatest(content_former_asks.last_at, excluded.last_at)`.execute(tx)
  }
}

const holdKey = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('apiKeys')
    .select('id')
    .where('workspaceId', '=', tx.workspaceId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()

const nameOf = ({ subjectId, formerKey, keyId }: FormerKeyUse) => `${subjectId} ${formerKey} ${keyId}`

export const listFormerKeyUse = (tx: WorkspaceTx, subjectIds: string[]) =>
  tx
    .selectFrom('contentFormerAsks as a')
    .leftJoin('apiKeys as k', (join) =>
      join
        .onRef('k.workspaceId', '=', 'a.workspaceId')
        .onRef('k.id', '=', 'a.keyId')
        .on('k.workspaceId', '=', tx.workspaceId),
    )
    .select(['a.subjectId', 'a.formerKey', 'a.keyId', 'a.lastAt', 'k.name'])
    .where('a.workspaceId', '=', tx.workspaceId)
    .where('a.subjectId', 'in', subjectIds)
    .orderBy('a.lastAt', 'desc')
    .execute()

export const deleteOldFormerKeyUse = (tx: WorkspaceTx, before: string) =>
  tx.deleteFrom('contentFormerAsks').where('workspaceId', '=', tx.workspaceId).where('lastAt', '<', before).execute()

export const listAdmins = (tx: WorkspaceTx, id?: string) =>
  tx
    .selectFrom('members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspaceId')
    .select(['m.id', 'm.email', 'w.domain'])
    .select((e) => e.fn.coalesce('m.timeZone', 'w.timeZone').as('timeZone'))
    .where('m.workspaceId', '=', tx.workspaceId)
    .where('w.id', '=', tx.workspaceId)
    .where('m.role', '<>', 'TeamUser')
    .where('m.status', '=', 'active')
    .$if(id !== undefined, (query) => query.where('m.id', '=', id!))
    .orderBy('m.id')
    .execute()
