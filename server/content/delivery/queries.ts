import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#contract/uuid.ts'
import { beyond, textsOf } from '#server/content/filters/page-rows.ts'
import { orderBy, type SortKey } from '#server/content/filters/sort-rows.ts'
import type { Fallbacks } from '#server/content/projection/fallbacks.ts'
import type { DraftStanding } from '#server/content/projection/render-entry.ts'
import { textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type SqlStatement, textOf } from '#server/platform/fast-reads/statement.ts'
import type { Drive } from './asking/find-drive.ts'
import type { ContentRows } from './perspective.ts'

export type PublishedRow = {
  entryId: string
  language: string
  source: string
  modelId: string
  slug: string | null
  revision: number
  locales: string[]
  /** Former slugs in the language of the text. */
  formerSlugs: string[]
  /** Null for a draft that was never published. */
  publishedAt: Date | null
  firstPublishedAt: Date | null
  updatedAt: Date
  /** The rendered JSON of the entry. Null if values are requested, or if the model changed after rendering. */
  body: string | null
  cells: Record<string, unknown> | null
  at: string[]
  /** Status, schedule and external id. Set for drafts only. */
  standing?: DraftStanding
}

// Selects the rendered text of a row. Selects the values instead if values are requested, or if the text was rendered
// before the model change `step`.
const contents = (step: number, wantsValues: boolean) =>
  wantsValues
    ? sql`null as body, p.cells`
    : sql`case when p.step >= ${step} then p.body end as body, case when p.step < ${step} then p.cells end as cells`

export type ListSource = {
  rows: Pick<ContentRows, 'from' | 'columns'>
  modelId: string
  /** Null means one row for each published language. */
  language: string | null
  /** Whether another language is used if the requested language is missing. */
  fallsBack: boolean
  /** The indexes that the list is read from: one key index (`k0`) or rank indexes. Null means no index. */
  drive: Pick<Drive, 'key' | 'ranks' | 'order'> | null
  where: () => RawBuilder<boolean>
}
/**
 * Returns SQL for the order of a list, and for the position of a row in three formats. The JSON format reads its
 * columns from an outer query with the alias `l`.
 */
export function orderOf(keys: SortKey[], isBackwards: boolean) {
  const names = keys.map((_, index) => sql.ref(`at${index}`))
  return {
    keys,
    isBackwards,
    by: orderBy(keys, isBackwards),
    texts: textsOf(keys.map(({ value }) => value)),
    columns: sql.join(keys.map(({ value }, index) => sql`${value} as ${names[index]}`)),
    json: sql`array_to_json(${textsOf(names.map((name) => sql`l.${name}`))})::text`,
  }
}

export type PageRequest = {
  /** The position of the cursor. The page begins after this position. */
  at: string[] | null
  order: ReturnType<typeof orderOf>
  offset: number
  limit: number
  step: number
}

export async function listPublished(
  tx: WorkspaceTx,
  listed: ListSource,
  { wantsValues, ...page }: PageRequest & { wantsValues: boolean },
): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select ${listed.rows.columns}, ${contents(page.step, wantsValues)}, ${page.order.texts} as at ${pageOf(tx.workspaceId, listed, page)}`.execute(
    tx,
  )
  return rows
}

export const listedStatement = (workspaceId: string, listed: ListSource, page: PageRequest) =>
  sql`select p.entry_id, p.body, ${page.order.texts} ${pageOf(workspaceId, listed, page)}`

/** Finds one entry's row without the filter of the list. Returns the value of the SQL expression `at` for it. */
export async function rowIn<T>(tx: WorkspaceTx, listed: ListSource, { id, at }: { id: string; at: RawBuilder<T> }) {
  const all = { ...listed, where: () => sql<boolean>`p.entry_id = ${id}::uuid` }
  const { rows } = await sql<{ source: string; at: T }>`
    select p.source, ${at} as at ${rowsOf(tx.workspaceId, all)} limit 1`.execute(tx)
  return rows[0]
}

export async function rowsBefore(tx: WorkspaceTx, listed: ListSource, isBefore: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${rowsOf(tx.workspaceId, listed)} and ${isBefore}`.execute(tx)
  return rows[0]!.count
}

/**
 * Returns a page of rendered texts as one row, which is faster to transfer than 20 rows. Columns: number of rows, ids,
 * texts, position of the first row, and position of the last row of a full page. The texts are null if one is outdated.
 * The query reads one extra row, which ids and texts omit.
 */
export function renderedPage(workspaceId: string, listed: ListSource, page: PageRequest): SqlStatement {
  const { step, limit } = page
  const { columns, json, isBackwards } = page.order
  const order = isBackwards ? sql`order by l.n desc` : sql``
  const shown = sql`filter (where l.n < ${limit})`
  return textOf(sql`
    select count(*), string_agg(l.entry_id::text, ' ' ${order}) ${shown},
      case when bool_and(l.body is not null) then string_agg(l.body, ',' ${order}) ${shown} end,
      max(case when l.n = 1 then ${json} end), max(case when l.n = ${limit} - 1 then ${json} end)
    from (select r.*, row_number() over () as n from (
      select p.entry_id, case when p.step >= ${step} then p.body end as body, ${columns}
      ${pageOf(workspaceId, listed, page)}) r) l`)
}

const pageOf = (workspaceId: string, listed: ListSource, { at, order, offset, limit }: PageRequest) => sql`
  ${rowsOf(workspaceId, listed)} and ${at ? beyond(order.keys, at, order.isBackwards) : sql`true`}
  order by ${order.by} offset ${offset} limit ${limit}`

function rowsOf(workspaceId: string, { rows: { from }, modelId, language, drive, where, fallsBack }: ListSource) {
  const rows = sql`p.workspace_id = ${workspaceId} and p.model_id = ${modelId}
    and ${language === null ? sql`p.language = p.source` : sql`p.language = ${language}`} and (${where()})
    ${fallsBack ? sql`` : sql`and p.source = p.language`}`
  if (!drive || language === null) return sql`from ${from} p where ${rows}`
  if (!drive.key) {
    const joined = drive.ranks.map((one) => ranksJoined({ workspaceId, modelId, language, order: drive.order }, one))
    return sql`from content_published p ${sql.join(joined, sql` `)} where ${rows}`
  }
  return sql`from content_keys k0 join content_published p
      on p.workspace_id = k0.workspace_id and p.entry_id = k0.entry_id and p.language = k0.language
    where k0.workspace_id = ${workspaceId} and k0.model_id = ${modelId} and k0.language = ${language}
      and k0.slot = ${drive.key.slot} and k0.key = ${drive.key.key} and ${rows}`
}

type RankedQuery = { workspaceId: string; modelId: string; language: string; order: Drive['order'] }

function ranksJoined(
  { workspaceId, modelId, language, order }: RankedQuery,
  { alias, slot, cell, where }: Drive['ranks'][number],
) {
  const ranks = sql.ref(alias)
  // Each collation has its own partial index. PostgreSQL uses the index only if the query has this condition.
  const letters = cell === 'letters' ? sql`= ${sql.lit(textOrderOf(language))}` : sql`is null`
  const isOrder = order?.isByRank && order.alias === alias
  return sql`join content_ranks ${ranks} on ${ranks}.workspace_id = ${workspaceId} and ${ranks}.entry_id = p.entry_id
    and ${ranks}.language = p.language and ${ranks}.model_id = ${modelId} and ${ranks}.language = ${language}
    and ${ranks}.slot = ${slot} ${isOrder ? sql`and ${ranks}.text_order ${letters}` : sql``} ${sql.join(
      where.map((one) => sql`and ${one}`),
      sql` `,
    )}`
}

export async function countPublished(tx: WorkspaceTx, listed: ListSource): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total ${rowsOf(tx.workspaceId, listed)}`.execute(tx)
  return rows[0]!.total
}

type EntryScope = { modelId: string; language: string }
type EntryQuery = EntryScope & { rows: Pick<ContentRows, 'from' | 'columns'>; step: number; wantsValues: boolean }

export async function findPublished(
  tx: WorkspaceTx,
  idOrSlug: string,
  { rows: { from, columns }, step, wantsValues, ...one }: EntryQuery,
): Promise<PublishedRow | undefined> {
  const isNamed = isUuid(idOrSlug) ? sql`p.entry_id = ${idOrSlug}::uuid` : sql`p.slug = ${idOrSlug}`
  const { rows } = await sql<PublishedRow>`
    select ${columns}, ${contents(step, wantsValues)}, '{}'::text[] as at
    from ${from} p ${entryOf(tx.workspaceId, isNamed, one)}`.execute(tx)
  return rows[0]
}

/** Returns the id and rendered text of one entry. The text is null if it is outdated. */
export function renderedEntry(workspaceId: string, idOrSlug: string, { step, ...one }: EntryScope & { step: number }) {
  const isNamed = isUuid(idOrSlug) ? sql`p.entry_id = ${idOrSlug}::uuid` : sql`p.slug = ${idOrSlug}`
  return textOf(sql`
    select p.entry_id, case when p.step >= ${step} then p.body end
    from content_published p ${entryOf(workspaceId, isNamed, one)}`)
}

/**
 * Finds the entry that has or had a slug, also in another language: after a language switch, the URL still has the old
 * slug. A subquery in `entryOf` would be slower, because row-level security would run it for every row.
 */
export const otherAddress = (
  workspaceId: string,
  { modelId, language, slug, languages }: EntryScope & { slug: string; languages: string[] },
) =>
  textOf(sql`
    select s.entry_id from content_slugs s
    where s.workspace_id = ${workspaceId} and s.model_id = ${modelId} and s.language = any(${languages}::text[])
      and s.slug = ${slug}
    order by s.language = ${language} desc, array_position(${languages}::text[], s.language) limit 1`)

// If two entries match a slug, prefers the one whose text is in the requested language.
function entryOf(workspaceId: string, isNamed: RawBuilder<unknown>, { modelId, language }: EntryScope) {
  return sql`where p.workspace_id = ${workspaceId} and p.model_id = ${modelId} and p.language = ${language} and ${isNamed}
    order by p.source = ${language} desc limit 1`
}

type SlugQuery = { rows: Pick<ContentRows, 'from' | 'columns'>; language: string }

export async function listPublishedById(
  tx: WorkspaceTx,
  ids: string[],
  { rows: { from, columns }, language }: SlugQuery,
): Promise<PublishedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PublishedRow>`
    select ${columns}, null as body, p.cells, '{}'::text[] as at from ${from} p
    where p.workspace_id = ${tx.workspaceId} and p.language = ${language} and p.entry_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows
}

export async function findState(tx: WorkspaceTx) {
  const { rows } = await sql<{ revision: string; step: string; languages: string[]; fallbacks: Fallbacks }>`
    select coalesce(s.revision, 0)::text as revision, coalesce(s.last_step, 0)::text as step, w.languages,
      coalesce(s.fallbacks, '{}') as fallbacks
    from workspaces w left join content_spaces s on s.workspace_id = w.id and s.workspace_id = ${tx.workspaceId}
    where w.id = ${tx.workspaceId}`.execute(tx)
  return rows[0]
}

export const listDeliveredCategories = (tx: WorkspaceTx) =>
  tx
    .selectFrom('contentCategories')
    .select(['id', 'slug', 'deletedAt', 'mergedInto', sql<Record<string, { name: string }>>`texts`.as('texts')])
    .orderBy('id')
    .execute()

export async function listUnsettled(tx: WorkspaceTx, steps: Map<string, number>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${[...steps.keys()]}::uuid[], ${[...steps.values()]}::bigint[]) m(id, step)
    where exists (select from content_published p
      where p.workspace_id = ${tx.workspaceId} and p.model_id = m.id and p.step < m.step)`.execute(tx)
  return rows.map(({ id }) => id)
}
