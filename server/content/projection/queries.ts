import { type Insertable, sql } from 'kysely'
import type { ContentKeys, ContentPublished } from '#database/types.ts'
import type { RankedCell } from '#server/fields/values/components.ts'
import type { Snapshot } from '#server/fields/values/settle-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type LiveText = {
  language: string
  version: number
  revision: number
  publishedAt: string
  firstPublishedAt: string
  snapshot: Snapshot
}

export async function listLive(tx: WorkspaceTx, entryId: string): Promise<LiveText[]> {
  const { rows } = await sql<LiveText>`
    select t.language, t.live_version as version, t.live_revision as revision, t.published_at as "publishedAt",
      t.first_published_at as "firstPublishedAt", v.snapshot
    from content_texts t
    join content_versions v on v.workspace_id = t.workspace_id and v.entry_id = t.entry_id and v.number = t.live_version
    join content_entries e on e.workspace_id = t.workspace_id and e.id = t.entry_id
    where t.workspace_id = ${tx.workspaceId} and v.workspace_id = ${tx.workspaceId} and e.workspace_id = ${tx.workspaceId}
      and t.entry_id = ${entryId} and e.trashed_at is null
    order by t.language`.execute(tx)
  return rows
}

export const findModelOf = (tx: WorkspaceTx, entryId: string) =>
  tx.selectFrom('contentEntries').select('modelId').where('id', '=', entryId).executeTakeFirst()

export async function replacePublished(
  tx: WorkspaceTx,
  entryId: string,
  rows: Insertable<ContentPublished>[],
  keys: Insertable<ContentKeys>[],
) {
  await tx.deleteFrom('contentPublished').where('entryId', '=', entryId).execute()
  if (rows.length > 0) await tx.insertInto('contentPublished').values(rows).execute()
  if (keys.length > 0) await tx.insertInto('contentKeys').values(keys).execute()
}

export async function insertRanks(tx: WorkspaceTx, entryId: string, ranked: { slot: string; cell: RankedCell }[]) {
  if (ranked.length === 0) return
  const [slots, cells] = [ranked.map(({ slot }) => slot), ranked.map(({ cell }) => cell)]
  await sql`
    insert into content_ranks (workspace_id, entry_id, language, slot, model_id, is_missing, rank, value, published_at, text_order)
    select p.workspace_id, p.entry_id, p.language, f.slot, p.model_id, coalesce(c.value, '') = '', rank_of(f.cell, c.value),
      case when f.cell in ('letters', 'text') then left(c.value, 200) when c.value <> '' then rank_of(f.cell, c.value) end,
      p.published_at, case f.cell when 'letters' then text_order(p.language) end
    from content_published p
    cross join unnest(${slots}::text[], ${cells}::text[]) f(slot, cell)
    cross join lateral (select p.cells ->> f.slot as value) c
    where p.workspace_id = ${tx.workspaceId} and p.entry_id = ${entryId}`.execute(tx)
}

type Address = { modelId: string; language: string; slug: string; entryId: string }

export const listSlugs = (tx: WorkspaceTx, entryId: string) =>
  tx.selectFrom('contentSlugs').select(['language', 'slug']).where('entryId', '=', entryId).orderBy('slug').execute()

/**
 * Reserves a slug for an entry until another entry takes it. Returns the id of the entry that had the slug before. Null
 * if no other entry had it.
 */
export async function takeSlug(tx: WorkspaceTx, address: Address): Promise<string | null> {
  const { modelId, language, slug, entryId } = address
  const before = await tx
    .selectFrom('contentSlugs')
    .select('entryId')
    .where('modelId', '=', modelId)
    .where('language', '=', language)
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (before?.entryId === entryId) return null
  await tx
    .insertInto('contentSlugs')
    .values(address)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'modelId', 'language', 'slug']).doUpdateSet({ entryId }))
    .execute()
  return before?.entryId ?? null
}

export async function listStale(tx: WorkspaceTx, modelId: string, step: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ entryId: string }>`
    select distinct entry_id as "entryId" from content_published
    where workspace_id = ${tx.workspaceId} and model_id = ${modelId} and step < ${step}
    order by entry_id limit ${limit}`.execute(tx)
  return rows.map(({ entryId }) => entryId)
}

export const holdEntries = (tx: WorkspaceTx, ids: string[]) =>
  tx.selectFrom('contentEntries').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

export async function listPublishedAfter(tx: WorkspaceTx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ entryId: string }>`
    select distinct entry_id as "entryId" from content_published
    where workspace_id = ${tx.workspaceId} and entry_id > ${after}::uuid
    order by entry_id limit ${limit}`.execute(tx)
  return rows.map(({ entryId }) => entryId)
}

export async function swapKey(tx: WorkspaceTx, from: string, to: string | null) {
  if (to)
    await sql`
      insert into content_keys (workspace_id, entry_id, language, slot, key, model_id, published_at)
      select workspace_id, entry_id, language, slot, ${to}, model_id, published_at from content_keys
      where workspace_id = ${tx.workspaceId} and key = ${from}
      on conflict do nothing`.execute(tx)
  await tx.deleteFrom('contentKeys').where('key', '=', from).execute()
}

export async function findLostLanguages(tx: WorkspaceTx): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    select distinct t.language from content_texts t join workspaces w on w.id = t.workspace_id
    where t.workspace_id = ${tx.workspaceId} and w.id = ${tx.workspaceId} and t.values <> '{}' and t.language <> all(w.languages)
    order by t.language`.execute(tx)
  return rows.map(({ language }) => language)
}
