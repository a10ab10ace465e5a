import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#contract/uuid.ts'
import { compareWith, readValue } from '#server/content/filters/compile-filter.ts'
import { ownColumn } from '#server/content/filters/find-column.ts'
import { beyond } from '#server/content/filters/page-rows.ts'
import type { Operator } from '#server/content/filters/read-filter.ts'
import type { Fallbacks } from '#server/content/projection/fallbacks.ts'
import type { DraftStanding } from '#server/content/projection/render-entry.ts'
import { textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type SqlStatement, textOf, writtenOnce, writtenPer } from '#server/platform/fast-reads/statement.ts'
import type { Drive } from './asking/find-drive.ts'
import type { ListOrder } from './asking/find-order.ts'
import type { Rows } from './perspective.ts'

export type PublishedRow = {
  entryId: string
  language: string
  source: string
  modelId: string
  slug: string | null
  revision: number
  locales: string[]
  /** The addresses that lead to it beside its own, in the language in which it is shown. */
  formerSlugs: string[]
  /** Missing where it never was. */
  publishedAt: Date | null
  firstPublishedAt: Date | null
  updatedAt: Date
  /** Missing where the values are asked for, or where the model has changed since it was rendered. */
  body: string | null
  cells: Record<string, unknown> | null
  at: string[]
  /** Of a draft: what readers have of it, and what is planned. */
  standing?: DraftStanding
}

/** The rendered text of a row, or its values where that is too old (`step`) or they are wanted. */
const contents = (step: number, wantsValues: boolean) =>
  wantsValues
    ? sql`null as body, p.cells`
    : sql`case when p.step >= ${step} then p.body end as body, case when p.step < ${step} then p.cells end as cells`

/** The rows that a list is about. */
export type Listed = {
  rows: Pick<Rows, 'from' | 'columns'>
  modelId: string
  /** Null for each entry in each language it is live in. */
  language: string | null
  /** Another language stands in where that one is not there. */
  fallsBack: boolean
  /** A key that leads to the rows, called `k0`, or where they stand by fields that are indexed. */
  drive: Pick<Drive, 'key' | 'ranks' | 'order' | 'ends'> | null
  where: () => RawBuilder<boolean>
}
export type Page = {
  /** The row that it begins behind, as its cursor names it. */
  at: string[] | null
  order: ListOrder
  offset: number
  limit: number
  step: number
}

export async function listPublished(
  tx: WorkspaceTx,
  listed: Listed,
  { wantsValues, ...page }: Page & { wantsValues: boolean },
): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select ${listed.rows.columns}, ${contents(page.step, wantsValues)}, ${page.order.texts} as at ${pageOf(tx.workspaceId, listed, page)}`.execute(
    tx,
  )
  return rows
}

/** What a list asks the database for. */
export const listedStatement = (workspaceId: string, listed: Listed, page: Page) =>
  sql`select p.entry_id, p.body, ${page.order.texts} ${pageOf(workspaceId, listed, page)}`

/** One row that a list could have, whatever its filter says, with what is asked of it. */
export async function rowIn(tx: WorkspaceTx, listed: Listed, { id, at }: { id: string; at: RawBuilder<unknown> }) {
  const all = { ...listed, where: () => sql<boolean>`p.entry_id = ${id}::uuid` }
  const { rows } = await sql<{ source: string; at: unknown }>`
    select p.source, ${at} as at ${rowsOf(tx.workspaceId, all)} limit 1`.execute(tx)
  return rows[0]
}

/** How many rows of a list stand before one. */
export async function rowsBefore(tx: WorkspaceTx, listed: Listed, isBefore: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${rowsOf(tx.workspaceId, listed)} and ${isBefore}`.execute(tx)
  return rows[0]!.count
}

/**
 * A page of rendered texts as one row, since to send and take twenty costs more than to put them together: how many rows there
 * are, the ids and the texts of all but the one that says that there are more (no texts where the model has changed since one was
 * rendered), and the places in the list of the first row and the last of those as JSON.
 */
export const renderedPage = (workspaceId: string, listed: Listed, page: Page): SqlStatement =>
  renderedByKey(workspaceId, listed, page) ?? textOf(renderedRows(workspaceId, listed, page))

function renderedRows(workspaceId: string, listed: Listed, page: Page) {
  const { step, limit } = page
  const { columns, json, isBackwards } = page.order
  const order = isBackwards ? sql`order by l.n desc` : sql``
  const shown = sql`filter (where l.n < ${limit})`
  return sql`
    select count(*), string_agg(l.entry_id::text, ' ' ${order}) ${shown},
      case when bool_and(l.body is not null) then string_agg(l.body, ',' ${order}) ${shown} end,
      max(case when l.n = 1 then ${json} end), max(case when l.n = ${limit} - 1 then ${json} end)
    from (select r.*, row_number() over () as n from (
      select p.entry_id, case when p.step >= ${step} then p.body end as body, ${columns}
      ${pageOf(workspaceId, listed, page)}) r) l`
}

/**
 * What sites list the most: what has one key, in the order of its index. Only values differ there, so that its text is written
 * once for each order and kind of span. Null for all else.
 */
function renderedByKey(workspaceId: string, listed: Listed, page: Page): SqlStatement | null {
  const { rows, modelId, language, drive, fallsBack } = listed
  if (!drive?.key || !drive.ends || language === null || !fallsBack) return null
  const { at, order, ...numbers } = page
  const operators = drive.ends.map(({ operator }) => operator)
  const isDescending = order.keys[0]!.isDescending
  const name = [isDescending, order.isBackwards, at !== null, ...operators].join(' ')
  const values: KeyValues = { ...drive.key, modelId, language, ...numbers }
  for (const [n, { path, value }] of drive.ends.entries())
    values[`end${n}`] = String(readValue(publishedAt, path, value))
  for (const [n, text] of at?.entries() ?? []) values[`at${n}`] = text
  return writtenByKey(workspaceId, { name, rows, order, operators, isBehind: at !== null }, values)
}

type KeyShape = Pick<Listed, 'rows'> & { name: string; order: ListOrder; operators: Operator[]; isBehind: boolean }
type KeyValues = { slot: string; key: string; modelId: string; language: string } & Omit<Page, 'at' | 'order'> &
  Record<`end${number}` | `at${number}`, string>

const publishedAt = ownColumn('p', ['publishedAt'], 'k0')!

const writtenByKey = writtenPer<KeyShape, KeyValues>(({ rows, order, operators, isBehind }, given) => {
  const { workspaceId, modelId, language, slot, key, offset, limit, step } = given
  const ends = operators.map((operator, n) => compareWith(publishedAt, operator, given[`end${n}`]!))
  const where = () => sql<boolean>`${ends.length === 0 ? sql`true` : sql.join(ends, sql` and `)}`
  const drive = { key: { slot, key }, ranks: [], order: null, ends: null }
  const at = isBehind ? order.keys.map((_, n) => given[`at${n}`]!) : null
  return renderedRows(
    workspaceId,
    { rows, modelId, language, drive, where, fallsBack: true },
    { at, order, offset, limit, step },
  )
})

const pageOf = (workspaceId: string, listed: Listed, { at, order, offset, limit }: Page) => sql`
  ${rowsOf(workspaceId, listed)} and ${at ? beyond(order.keys, at, order.isBackwards) : sql`true`}
  order by ${order.by} offset ${offset} limit ${limit}`

function rowsOf(workspaceId: string, { rows: { from }, modelId, language, drive, where, fallsBack }: Listed) {
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

type Ranked = { workspaceId: string; modelId: string; language: string; order: Drive['order'] }

function ranksJoined(
  { workspaceId, modelId, language, order }: Ranked,
  { alias, slot, cell, where }: Drive['ranks'][number],
) {
  const ranks = sql.ref(alias)
  // Each order of letters has an index of its own, which is found by what is written here.
  const letters = cell === 'letters' ? sql`= ${sql.lit(textOrderOf(language))}` : sql`is null`
  const isOrder = order?.isByRank && order.alias === alias
  return sql`join content_ranks ${ranks} on ${ranks}.workspace_id = ${workspaceId} and ${ranks}.entry_id = p.entry_id
    and ${ranks}.language = p.language and ${ranks}.model_id = ${modelId} and ${ranks}.language = ${language}
    and ${ranks}.slot = ${slot} ${isOrder ? sql`and ${ranks}.text_order ${letters}` : sql``} ${sql.join(
      where.map((one) => sql`and ${one}`),
      sql` `,
    )}`
}

export async function countPublished(tx: WorkspaceTx, listed: Listed): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total ${rowsOf(tx.workspaceId, listed)}`.execute(tx)
  return rows[0]!.total
}

type One = { modelId: string; language: string }
type Found = One & { rows: Pick<Rows, 'from' | 'columns'>; step: number; wantsValues: boolean }

/** One entry by its id or its address. */
export async function findPublished(
  tx: WorkspaceTx,
  idOrSlug: string,
  { rows: { from, columns }, step, wantsValues, ...one }: Found,
): Promise<PublishedRow | undefined> {
  const isNamed = isUuid(idOrSlug) ? sql`p.entry_id = ${idOrSlug}::uuid` : sql`p.slug = ${idOrSlug}`
  const { rows } = await sql<PublishedRow>`
    select ${columns}, ${contents(step, wantsValues)}, '{}'::text[] as at
    from ${from} p ${entryOf(tx.workspaceId, isNamed, one)}`.execute(tx)
  return rows[0]
}

/** One entry as rendered text, as in `renderedPage`, by its id or its address. */
export const renderedEntry = (workspaceId: string, idOrSlug: string, one: One & { step: number }): SqlStatement =>
  (isUuid(idOrSlug) ? renderedById : renderedBySlug)(workspaceId, { ...one, named: idOrSlug })

type NamedOnce = One & { step: number; named: string }
const rendered = (rest: RawBuilder<unknown>, step: number) =>
  sql`select p.entry_id, case when p.step >= ${step} then p.body end from content_published p ${rest}`
const renderedById = writtenOnce<NamedOnce>(({ workspaceId, named, step, modelId, language }) =>
  rendered(entryOf(workspaceId, sql`p.entry_id = ${named}::uuid`, { modelId, language }), step),
)
const renderedBySlug = writtenOnce<NamedOnce>(({ workspaceId, named, step, modelId, language }) =>
  rendered(entryOf(workspaceId, sql`p.slug = ${named}`, { modelId, language }), step),
)

type Address = One & { slug: string; languages: string[] }

/**
 * Which entry had an address, in the language or, where none had it in that, in another one: whoever changes the language of
 * a page has the address of the one before. By a subquery in `entryOf` it would be looked for in every row, past the wall.
 */
export const otherAddress = writtenOnce<Address>(
  ({ workspaceId, slug, modelId, language, languages }) => sql`
  select s.entry_id from content_slugs s
  where s.workspace_id = ${workspaceId} and s.model_id = ${modelId} and s.language = any(${languages}::text[])
    and s.slug = ${slug}
  order by s.language = ${language} desc, array_position(${languages}::text[], s.language) limit 1`,
)

/** Of two with one address the one that is written in the language, and not shown in the place of it. */
function entryOf(workspaceId: string, isNamed: RawBuilder<unknown>, { modelId, language }: One) {
  return sql`where p.workspace_id = ${workspaceId} and p.model_id = ${modelId} and p.language = ${language} and ${isNamed}
    order by p.source = ${language} desc limit 1`
}

type Named = { rows: Pick<Rows, 'from' | 'columns'>; language: string }

/** Entries as they are there in a language, with their values. */
export async function listPublishedById(
  tx: WorkspaceTx,
  ids: string[],
  { rows: { from, columns }, language }: Named,
): Promise<PublishedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PublishedRow>`
    select ${columns}, null as body, p.cells, '{}'::text[] as at from ${from} p
    where p.workspace_id = ${tx.workspaceId} and p.language = ${language} and p.entry_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** How often what readers have of the workspace's content has changed, the last change of a model, and its languages. */
export async function findState(tx: WorkspaceTx) {
  const { rows } = await sql<{ revision: string; step: string; languages: string[]; fallbacks: Fallbacks }>`
    select coalesce(s.revision, 0)::text as revision, coalesce(s.last_step, 0)::text as step, w.languages,
      coalesce(s.fallbacks, '{}') as fallbacks
    from workspaces w left join content_spaces s on s.workspace_id = w.id and s.workspace_id = ${tx.workspaceId}
    where w.id = ${tx.workspaceId}`.execute(tx)
  return rows[0]
}

/** Every category, those that were merged into others too. */
export const listDeliveredCategories = (tx: WorkspaceTx) =>
  tx
    .selectFrom('contentCategories')
    .select(['id', 'slug', 'deletedAt', 'mergedInto', sql<Record<string, { name: string }>>`texts`.as('texts')])
    .orderBy('id')
    .execute()

/** Models some of whose entries were rendered before the last step of the model, which is given for each. */
export async function listUnsettled(tx: WorkspaceTx, steps: Map<string, number>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from unnest(${[...steps.keys()]}::uuid[], ${[...steps.values()]}::bigint[]) m(id, step)
    where exists (select from content_published p
      where p.workspace_id = ${tx.workspaceId} and p.model_id = m.id and p.step < m.step)`.execute(tx)
  return rows.map(({ id }) => id)
}
