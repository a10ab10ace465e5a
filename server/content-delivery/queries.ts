import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type PublishedRow = {
  entryId: string
  language: string
  source: string
  modelId: string
  slug: string | null
  revision: number
  locales: string[]
  publishedAt: Date
  firstPublishedAt: Date
  updatedAt: Date
  /** Missing where the values are asked for, or where the model has changed since it was rendered. */
  body: string | null
  cells: Record<string, unknown> | null
  at: string[]
}

const columns = sql`p.entry_id as "entryId", p.language, p.source, p.model_id as "modelId", p.slug, p.revision, p.locales,
  p.published_at as "publishedAt", p.first_published_at as "firstPublishedAt", p.updated_at as "updatedAt"`

/** The rendered text of a row, or its values where that is too old (`step`) or they are wanted. */
const contents = (step: number, wantsValues: boolean) =>
  wantsValues
    ? sql`null as body, p.cells`
    : sql`case when p.step >= ${step} then p.body end as body, case when p.step < ${step} then p.cells end as cells`

type Listed = {
  modelId: string
  /** Null for each entry in each language it is live in. */
  language: string | null
  where: RawBuilder<boolean>
  beyond: RawBuilder<boolean> | null
  order: RawBuilder<unknown>
  at: RawBuilder<unknown>
  offset: number
  limit: number
  step: number
  wantsValues: boolean
}

export async function listPublished(tx: WorkspaceTx, listed: Listed): Promise<PublishedRow[]> {
  const { beyond, order, at, offset, limit, step, wantsValues } = listed
  const { rows } = await sql<PublishedRow>`
    select ${columns}, ${contents(step, wantsValues)}, ${at} as at
    from content_published p
    where ${conditionOf(tx, listed)} and ${beyond ?? sql`true`}
    order by ${order} offset ${offset} limit ${limit}`.execute(tx)
  return rows
}

const conditionOf = (
  tx: WorkspaceTx,
  { modelId, language, where }: Pick<Listed, 'modelId' | 'language' | 'where'>,
) => sql`
  p.workspace_id = ${tx.workspaceId} and p.model_id = ${modelId}
  and ${language === null ? sql`p.language = p.source` : sql`p.language = ${language}`} and (${where})`

export async function countPublished(
  tx: WorkspaceTx,
  listed: Pick<Listed, 'modelId' | 'language' | 'where'>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from content_published p where ${conditionOf(tx, listed)}`.execute(tx)
  return rows[0]!.total
}

type One = { modelId: string; language: string; step: number; wantsValues: boolean }

/** One entry by its id, its address, or an address it had. */
export async function findPublished(
  tx: WorkspaceTx,
  idOrSlug: string,
  { modelId, language, step, wantsValues }: One,
): Promise<PublishedRow | undefined> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(idOrSlug)
  const id = isId
    ? sql`${idOrSlug}::uuid`
    : sql`coalesce(
        (select q.entry_id from content_published q
          where q.workspace_id = ${tx.workspaceId} and q.model_id = ${modelId} and q.language = ${language} and q.slug = ${idOrSlug}
          order by q.source = ${language} desc limit 1),
        (select s.entry_id from content_slugs s
          where s.workspace_id = ${tx.workspaceId} and s.model_id = ${modelId} and s.language = ${language} and s.slug = ${idOrSlug}))`
  const { rows } = await sql<PublishedRow>`
    select ${columns}, ${contents(step, wantsValues)}, '{}'::text[] as at
    from content_published p
    where p.workspace_id = ${tx.workspaceId} and p.model_id = ${modelId} and p.language = ${language} and p.entry_id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** What readers of a language have of entries, with their values. */
export async function listPublishedById(tx: WorkspaceTx, ids: string[], language: string): Promise<PublishedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PublishedRow>`
    select ${columns}, null as body, p.cells, '{}'::text[] as at from content_published p
    where p.workspace_id = ${tx.workspaceId} and p.language = ${language} and p.entry_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** How often what readers have of the workspace's content has changed, and its languages. */
export async function findState(tx: WorkspaceTx): Promise<{ revision: string; languages: string[] }> {
  const { rows } = await sql<{ revision: string; languages: string[] }>`
    select coalesce((select revision from content_spaces where workspace_id = ${tx.workspaceId}), 0)::text as revision,
      languages from workspaces where id = ${tx.workspaceId}`.execute(tx)
  return rows[0]!
}
