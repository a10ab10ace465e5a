import { type RawBuilder, sql } from 'kysely'
import type { listEntries } from '#contract/content/entries.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { beyond, textsOf } from '#server/content/filters/page-rows.ts'
import { draftColumns, draftText, type HiddenFields, isKnownUse } from '#server/content/filters/row-source.ts'
import { orderBy, type SortKey } from '#server/content/filters/sort-rows.ts'
import { textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdsWords } from '#server/search/words/holds-words.ts'

type EntryListQuery = Pick<
  QueryOf<typeof listEntries>,
  'q' | 'status' | 'category' | 'owner' | 'reviewer' | 'label' | 'uses' | 'order'
> & {
  language: string
  modelIds: string[]
  /** Ids of the models in which the search covers only titles. */
  titledIds?: string[]
  /** Fields that the caller cannot read. References in these fields are ignored. */
  hidden?: HiddenFields
  where?: RawBuilder<boolean> | undefined
  /** Sort keys of the list. Their SQL uses the aliases `e` (entry), `t` (text) and `d` (draft with its values). */
  keys?: SortKey[] | undefined
  /** The cursor position. The page begins after it. */
  after?: string[] | null
  limit: number
}

const byId = (isDescending: boolean): SortKey => ({ value: sql`e.id`, kind: 'uuid', isDescending })
const byTime = (value: RawBuilder<unknown>): SortKey[] => [{ value, kind: 'time', isDescending: true }, byId(true)]
const orders: Record<EntryListQuery['order'], (language: string) => SortKey[]> = {
  updated: () => byTime(sql`e.updated_at`),
  created: () => byTime(sql`e.created_at`),
  published: () => [
    { value: sql`(t.published_at is null)`, kind: 'boolean', isDescending: false },
    ...byTime(sql`coalesce(t.published_at, e.created_at)`),
  ],
  title: (language) => [
    { value: sql`t.title`, kind: 'text', letters: textOrderOf(language), isDescending: false },
    byId(false),
  ],
}

export const keysOfOrder = ({ order, language }: Pick<EntryListQuery, 'order' | 'language'>) => orders[order](language)

export type ListedEntry = { id: string; at: string[] }

/** Returns ids and sort positions of a page of entries. Uses a text in another language for a missing text. */
export async function listEntryPlaces(tx: WorkspaceTx, asked: EntryListQuery): Promise<ListedEntry[]> {
  const { language, modelIds, titledIds = [], q, status, category, owner, reviewer, label, uses } = asked
  const { where, keys, after, limit, hidden } = asked
  const sorted = keys ?? keysOfOrder(asked)
  const target = category ?? uses
  const searched =
    titledIds.length === 0
      ? sql`t.words`
      : sql`case when e.model_id = any(${titledIds}::uuid[]) then spellings(t.title) else t.words end`
  const { rows } = await sql<ListedEntry>`
    select e.id, ${textsOf(sorted.map(({ value }) => value))} as at from content_entries e
    join ${draftText(tx.workspaceId, language)} on true
    ${where || keys ? sql`join lateral (select ${draftColumns(language)}) d on true` : sql``}
    where e.workspace_id = ${tx.workspaceId} and e.model_id = any(${modelIds}::uuid[])
      and ${status === 'trash' ? sql`e.trashed_at is not null` : sql`e.trashed_at is null`}
      ${statusCondition(status)}
      ${owner ? sql`and e.owner_id = ${owner}` : sql``}
      ${reviewer ? sql`and e.reviewer_id = ${reviewer}` : sql``}
      ${label ? sql`and e.labels @> array[${label}]::text[]` : sql``}
      ${target ? sql`and exists (select from content_uses u where u.workspace_id = ${tx.workspaceId} and u.entry_id = e.id and u.target_id = ${target} ${hidden ? sql`and ${isKnownUse(hidden)}` : sql``})` : sql``}
      ${holdsWords(searched, q).reduce((all, one) => sql`${all} and ${one}`, sql``)}
      ${where ? sql`and (${where})` : sql``} ${after ? sql`and ${beyond(sorted, after, false)}` : sql``}
    order by ${orderBy(sorted, false)} limit ${limit}`.execute(tx)
  return rows
}

export const listEntryIds = async (tx: WorkspaceTx, asked: EntryListQuery): Promise<string[]> =>
  (await listEntryPlaces(tx, asked)).map(({ id }) => id)

function statusCondition(status: EntryListQuery['status']) {
  const isChanged = sql`greatest(t.revision, e.shared_revision) > t.live_revision`
  if (status === undefined || status === 'trash') return sql``
  if (status === 'scheduled') return sql`and (t.publish_at is not null or t.unpublish_at is not null)`
  if (status === 'changed') return sql`and t.status = 'published' and ${isChanged}`
  if (status === 'published') return sql`and t.status = 'published' and not ${isChanged}`
  return sql`and t.status = ${status}`
}

/** Counts entries by the status of their text in `language`, or in another language if this text is missing. */
export async function countByStatus(
  tx: WorkspaceTx,
  { language, modelIds }: Pick<EntryListQuery, 'language' | 'modelIds'>,
): Promise<{ status: string; isScheduled: boolean; entries: number }[]> {
  const { rows } = await sql<{ status: string; isScheduled: boolean; entries: number }>`
    select status, "isScheduled", count(*)::int as entries from (
    select distinct on (t.entry_id)
      case when t.status = 'published' and greatest(t.revision, e.shared_revision) > t.live_revision then 'changed' else t.status end as status,
      (t.publish_at is not null or t.unpublish_at is not null) as "isScheduled"
    from content_entries e
    join content_texts t on t.workspace_id = e.workspace_id and t.entry_id = e.id
    where e.workspace_id = ${tx.workspaceId} and t.workspace_id = ${tx.workspaceId} and e.trashed_at is null
      and e.model_id = any(${modelIds}::uuid[])
    order by t.entry_id, t.language = ${language} desc, t.language) shown group by 1, 2`.execute(tx)
  return rows
}

export async function listUnpublishedOf(
  tx: WorkspaceTx,
  { memberId, modelIds, limit }: Pick<EntryListQuery, 'modelIds' | 'limit'> & { memberId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from content_entries e
    where e.workspace_id = ${tx.workspaceId} and e.updated_by = ${memberId} and e.trashed_at is null
      and e.model_id = any(${modelIds}::uuid[])
      and exists (select from content_texts t where t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id
        and (t.status in ('draft', 'in_review') or greatest(t.revision, e.shared_revision) > t.live_revision))
    order by e.updated_at desc limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the ids of entries whose published text is older than the review interval of their model. */
export async function listStale(
  tx: WorkspaceTx,
  { modelIds, limit }: Pick<EntryListQuery, 'modelIds' | 'limit'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from content_entries e
    join content_models m on m.workspace_id = e.workspace_id and m.id = e.model_id
    where e.workspace_id = ${tx.workspaceId} and m.workspace_id = ${tx.workspaceId} and e.trashed_at is null
      and m.deleted_at is null and m.review_days is not null and e.model_id = any(${modelIds}::uuid[])
      and exists (select from content_texts t where t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id
        and t.live_version is not null and t.published_at < now() - make_interval(days => m.review_days))
    order by e.updated_at limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
