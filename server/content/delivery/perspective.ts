import { type RawBuilder, sql } from 'kysely'
import { draftRows, pastRows, publishedRows, type RowSource } from '#server/content/filters/row-source.ts'
import { type Model, type Models, slugFieldOf } from '#server/content/models/find-models.ts'
import { chainOf, type Fallbacks } from '#server/content/projection/fallbacks.ts'

export type Perspective = { kind: 'published' } | { kind: 'past'; moment: string } | { kind: 'draft' }

/** The SQL that selects rows in a perspective. All perspectives have the columns of `content_published`. */
export type ContentRows = { from: RawBuilder<unknown>; source: RowSource; columns: RawBuilder<unknown> }

type RowsQuery = {
  workspaceId: string
  /** Null means one row for each language of an entry. */
  language: string | null
  languages: string[]
  fallbacks: Fallbacks
  /** `models`: readable models. `wanted`: models whose rows are read. */
  models: Models
  wanted: Model[]
  /** Whether another language is used if `language` is missing. */
  fallsBack: boolean
}

const entryColumns = sql`p.entry_id as "entryId", p.language, p.source, p.model_id as "modelId", p.slug, p.revision, p.locales,
  p.updated_at as "updatedAt"`
const timeColumns = sql`p.published_at as "publishedAt", p.first_published_at as "firstPublishedAt"`

const columns = sql`${entryColumns}, ${timeColumns}, p.former_slugs as "formerSlugs"`

/** Selects the former slugs as they are now, also for past content. Omits the slug of the row. */
const formerSlugs = (workspaceId: string) => sql`array(select s.slug from content_slugs s
  where s.workspace_id = ${workspaceId} and s.entry_id = p.entry_id and s.language = p.source and s.slug is distinct from p.slug
  order by s.slug) as "formerSlugs"`

const pastColumns = (workspaceId: string) => sql`${entryColumns}, ${timeColumns}, ${formerSlugs(workspaceId)}`

// Columns of drafts. Drafts that were never published are sorted by creation time, but their delivered publication time
// is null.
const draftColumns = (workspaceId: string) => sql`${entryColumns},
  case when p.is_published then p.published_at end as "publishedAt",
  case when p.is_published then p.first_published_at end as "firstPublishedAt", p.standing, ${formerSlugs(workspaceId)}`

export function rowsOf(perspective: Perspective, query: RowsQuery): ContentRows {
  const rows = allRowsOf(perspective, query)
  if (query.fallsBack || query.language === null) return rows
  const plain = plainOf(query.models.there)
  return {
    ...rows,
    from: sql`(select o.* from ${rows.from} o where o.source = o.language or o.model_id = any(${plain}::uuid[]))`,
  }
}

// Returns the ids of models that are not localized. Their only text is valid for all languages and does not count as a
// fallback.
const plainOf = (models: Model[]) => models.filter(({ localized }) => !localized).map(({ id }) => id)

// Returns the requested language and its fallbacks, in order of preference. Returns all languages if no single language
// is requested.
const chainIn = (query: RowsQuery) =>
  query.language === null ? query.languages : chainOf(query, { localized: true }, query.language)

function allRowsOf(perspective: Perspective, query: RowsQuery): ContentRows {
  const { workspaceId, language, languages, models, wanted } = query
  if (perspective.kind === 'published')
    return { from: sql`content_published`, source: publishedRows(workspaceId), columns }
  if (perspective.kind === 'draft')
    return {
      from: draftTable(query),
      source: draftRows(workspaceId, language ?? languages[0]!),
      columns: draftColumns(workspaceId),
    }
  const at = (some: Model[]) =>
    sql`past_content(${perspective.moment}::timestamptz, ${language}::text, ${chainIn(query)}::text[], ${slugsOf(some)}::jsonb, ${plainOf(some)}::uuid[])`
  return { from: at(wanted), source: pastRows(workspaceId, at(models.there)), columns: pastColumns(workspaceId) }
}

const slugsOf = (models: Model[]) =>
  JSON.stringify(Object.fromEntries(models.map((model) => [model.id, slugFieldOf(model)?.slot ?? null])))

// Selects drafts in the first language of the fallback order that has a text. Any other language is the last fallback,
// so that editors see all entries.
function draftTable(query: RowsQuery) {
  const { workspaceId, language, wanted } = query
  const chosen =
    language === null
      ? sql`order by t.language`
      : sql`order by array_position(${chainIn(query)}::text[], t.language), t.language limit 1`
  return sql`(select e.workspace_id, e.id as entry_id, e.model_id, ${language === null ? sql`t.language` : sql`${language}::text`} as language,
      t.language as source, e.revision, t.slug, null::text as body, -1::bigint as step, e.shared || t.values as cells,
      t.published_at is not null as is_published, coalesce(t.published_at, e.created_at) as published_at,
      coalesce(t.first_published_at, e.created_at) as first_published_at, e.updated_at,
      jsonb_build_object('status', case when t.status = 'published' and greatest(t.revision, e.shared_revision) > t.live_revision
        then 'changed' else t.status end, 'isLive', t.live_version is not null,
        'publishAt', t.publish_at, 'unpublishAt', t.unpublish_at, 'externalId', e.external_id) as standing,
      (select array_agg(l.language order by l.language) from content_texts l
        where l.workspace_id = ${workspaceId} and l.entry_id = e.id) as locales
    from content_entries e
    join lateral (select * from content_texts t where t.workspace_id = ${workspaceId} and t.entry_id = e.id ${chosen}) t on true
    where e.workspace_id = ${workspaceId} and e.trashed_at is null and e.model_id = any(${wanted.map(({ id }) => id)}::uuid[]))`
}
