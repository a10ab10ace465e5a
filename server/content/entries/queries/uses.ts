import { sql } from 'kysely'
import { type HiddenFields, isKnownUse } from '#server/content/filters/row-source.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type UseRow = {
  kind: 'entry' | 'media' | 'category'
  targetId: string
  slot: string
  restricts: boolean
  /** The path to the reference: the ids of the nested fields, outermost first. */
  way: string[]
}
type EntryText = { entryId: string; language: string; isLive: boolean }

export async function replaceUses(tx: WorkspaceTx, place: EntryText, uses: UseRow[]) {
  const { entryId, language, isLive } = place
  await tx
    .deleteFrom('contentUses')
    .where('entryId', '=', entryId)
    .where('language', '=', language)
    .where('isLive', '=', isLive)
    .execute()
  const ways = Map.groupBy(uses, ({ kind, targetId, slot }) => `${kind} ${targetId} ${slot}`)
  const rows = [...ways.values()].map((same) => {
    const { way: _, ...use } = same.at(-1)!
    return { ...place, ...use, ways: JSON.stringify(same.map(({ way }) => way)) }
  })
  if (rows.length > 0) await tx.insertInto('contentUses').values(rows).execute()
}

export const deleteUses = (tx: WorkspaceTx, entryId: string) =>
  tx.deleteFrom('contentUses').where('entryId', '=', entryId).execute()

type UsesFilter = { restricts?: boolean; hidden?: HiddenFields }

export async function listUserIds(
  tx: WorkspaceTx,
  kind: UseRow['kind'],
  targetId: string,
  { restricts = false, hidden }: UsesFilter = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.entry_id as id from content_uses u
    join content_entries e on e.workspace_id = u.workspace_id and e.id = u.entry_id
    where u.workspace_id = ${tx.workspaceId} and e.workspace_id = ${tx.workspaceId} and u.kind = ${kind}
      and u.target_id = ${targetId} and u.entry_id <> ${targetId} and e.trashed_at is null
      and (u.restricts or not ${restricts}) ${hidden ? sql`and ${isKnownUse(hidden)}` : sql``} limit 200`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns a map from entry id to model id, without the trash. Locks the entries against deletion until commit. */
export async function holdKnownEntries(tx: WorkspaceTx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contentEntries')
    .select(['id', 'modelId'])
    .where('id', 'in', ids)
    .where('trashedAt', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map(({ id, modelId }) => [id, modelId]))
}

export async function listKnownCategories(tx: WorkspaceTx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('contentCategories')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the recorded references to one category by references to another. Deletes them if `to` is null. */
export async function redirectCategoryUses(tx: WorkspaceTx, from: string, to: string | null) {
  if (to)
    await sql`
      insert into content_uses (workspace_id, entry_id, language, is_live, kind, target_id, slot, restricts, ways)
      select workspace_id, entry_id, language, is_live, kind, ${to}::uuid, slot, restricts, ways from content_uses
      where workspace_id = ${tx.workspaceId} and kind = 'category' and target_id = ${from}
      on conflict do nothing`.execute(tx)
  await tx.deleteFrom('contentUses').where('kind', '=', 'category').where('targetId', '=', from).execute()
}

export const listMediaOf = (tx: WorkspaceTx, entryIds: string[]) =>
  entryIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('contentUses')
        .select(['entryId', 'targetId', 'slot'])
        .distinct()
        .where('kind', '=', 'media')
        .where('entryId', 'in', entryIds)
        .execute()

export async function listLiveMedia(tx: WorkspaceTx, entryId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('contentUses')
    .select('targetId')
    .distinct()
    .where('kind', '=', 'media')
    .where('entryId', '=', entryId)
    .where('isLive', '=', true)
    .execute()
  return rows.map(({ targetId }) => targetId)
}
