import { sql } from 'kysely'
import { isKnownUse } from '#server/content/filters/row-source.ts'
import type { Models } from '#server/content/models/find-models.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const mostNamed = 5

type User = { id: string; title: string }
type Uses = { live: number; used: number; count: number; users: User[] }

export async function listLive(tx: WorkspaceTx, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('contentTexts')
    .select('entryId')
    .distinct()
    .where('entryId', 'in', ids)
    .where('liveVersion', 'is not', null)
    .execute()
  const live = new Set(rows.map(({ entryId }) => entryId))
  return ids.filter((id) => live.has(id))
}

/**
 * Counts how many of the given entries are published, and how many are referenced by other entries outside the trash.
 * Also counts these other entries and names a few.
 */
export async function findUses(tx: WorkspaceTx, ids: string[], models: Models): Promise<Uses> {
  const order = await findOwnOrder(tx)
  const { rows } = await sql<Uses>`
    with found as (
      select distinct u.target_id, u.entry_id from content_uses u
      join content_entries e on e.workspace_id = u.workspace_id and e.id = u.entry_id
      where u.workspace_id = ${tx.workspaceId} and e.workspace_id = ${tx.workspaceId} and u.kind = 'entry'
        and u.target_id = any(${ids}::uuid[]) and u.entry_id <> all(${ids}::uuid[]) and e.trashed_at is null
        and e.model_id = any(${models.there.map(({ id }) => id)}::uuid[]) and ${isKnownUse(models)}),
    named as (
      select f.entry_id as id, coalesce((select t.title from content_texts t
        where t.workspace_id = ${tx.workspaceId} and t.entry_id = f.entry_id order by t.title = '', t.language limit 1), '') as title
      from found f group by f.entry_id),
    shown as (select id, title from named order by ${inOrder(sql`title`, order)}, id limit ${mostNamed})
    select (select count(distinct t.entry_id) from content_texts t where t.workspace_id = ${tx.workspaceId}
        and t.entry_id = any(${ids}::uuid[]) and t.live_version is not null)::int as live,
      (select count(distinct target_id) from found)::int as used, (select count(distinct entry_id) from found)::int as count,
      coalesce((select json_agg(json_build_object('id', id, 'title', title)) from shown), '[]') as users`.execute(tx)
  return rows[0]!
}
