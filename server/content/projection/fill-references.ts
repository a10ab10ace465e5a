import { type RawBuilder, sql } from 'kysely'
import type { Models } from '#server/content/models/find-models.ts'
import type { ValueReference } from '#server/fields/kinds/field-kind.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { fillPlaceholders, type RenderedParts, splitPlaceholders } from './render-entry.ts'

type JsonById = Map<string, string>

export type FindAssets = (ids: string[]) => Promise<Map<string, Record<string, unknown>>>

/**
 * Replaces the references in a rendered draft by JSON. A referenced entry is also shown as a draft, in the first of
 * `languages` in which it exists. `models` are the models that the reader can see.
 */
export async function fillDraft(
  tx: WorkspaceTx,
  models: Pick<Models, 'byId'>,
  body: string,
  { languages, findAssets }: { languages: string[]; findAssets: FindAssets },
): Promise<string> {
  const parts = splitPlaceholders(body)
  const ids = idsIn(parts)
  const found = {
    entry: await draftJson(tx, models, ids.entry, languages),
    category: await categoryJson(tx, ids.category, languages[0]!),
    media: asJson(await findAssets(ids.media)),
  }
  return fillPlaceholders(parts, (kind, id) => found[kind].get(id)).join('')
}

export const asJson = (found: Map<string, object>): JsonById =>
  new Map([...found].map(([id, one]) => [id, JSON.stringify(one)]))

export function idsIn(parts: RenderedParts): Record<ValueReference['kind'], string[]> {
  const ids = { entry: new Set<string>(), media: new Set<string>(), category: new Set<string>() }
  for (const part of parts) if (typeof part !== 'string') for (const id of part.ids) ids[part.kind].add(id)
  return { entry: [...ids.entry], media: [...ids.media], category: [...ids.category] }
}

export async function publishedJson(
  tx: WorkspaceTx,
  models: Pick<Models, 'byId'>,
  ids: string[],
  { language, from }: { language: string; from: RawBuilder<unknown> },
): Promise<JsonById> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ entryId: string; modelId: string; slug: string | null }>`
    select p.entry_id as "entryId", p.model_id as "modelId", p.slug from ${from} p
    where p.workspace_id = ${tx.workspaceId} and p.language = ${language} and p.entry_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return new Map(
    rows.flatMap(({ entryId, modelId, slug }) => referenceTo(models.byId.get(modelId)?.key, entryId, slug)),
  )
}

async function draftJson(
  tx: WorkspaceTx,
  models: Pick<Models, 'byId'>,
  ids: string[],
  languages: string[],
): Promise<JsonById> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; modelId: string; slug: string | null }>`
    select e.id, e.model_id as "modelId", (
      select t.slug from content_texts t where t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id
      order by array_position(${languages}::text[], t.language::text), t.language limit 1) as slug
    from content_entries e
    where e.workspace_id = ${tx.workspaceId} and e.id = any(${ids}::uuid[]) and e.trashed_at is null`.execute(tx)
  return new Map(rows.flatMap(({ id, modelId, slug }) => referenceTo(models.byId.get(modelId)?.key, id, slug)))
}

const referenceTo = (type: string | undefined, id: string, slug: string | null): [string, string][] =>
  type === undefined ? [] : [[id, JSON.stringify({ id, type, slug })]]

type CategoryRow = { named: string; id: string; slug: string; texts: Record<string, { name: string }> }

async function categoryJson(tx: WorkspaceTx, ids: string[], language: string): Promise<JsonById> {
  const found = await categoriesById(tx, ids, language)
  return new Map([...found].map(([id, category]) => [id, JSON.stringify(category)]))
}

export type DeliveredCategory = { id: string; slug: string; name: string }
export const namesOfCategory = ['id', 'slug', 'name'] as const satisfies (keyof DeliveredCategory)[]

export async function categoriesById(
  tx: WorkspaceTx,
  ids: string[],
  language: string,
): Promise<Map<string, DeliveredCategory>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CategoryRow>`
    select named.id as named, c.id, c.slug, c.texts from content_categories named
    join content_categories c on c.workspace_id = named.workspace_id and c.deleted_at is null
      and c.id = case when named.deleted_at is null then named.id else named.merged_into end
    where named.workspace_id = ${tx.workspaceId} and c.workspace_id = ${tx.workspaceId}
      and named.id = any(${ids}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ named, id, slug, texts }) => [
      named,
      { id, slug, name: (texts[language] ?? Object.values(texts)[0]!).name },
    ]),
  )
}
