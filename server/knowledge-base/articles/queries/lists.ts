import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listArticles } from '#contract/knowledge-base/articles.ts'
import { fewestHelped } from '#contract/texts.ts'
import type { ArticleState } from '#server/knowledge-base/articles/queries/articles.ts'
import { isOutdated, isRemarked, isStale } from '#server/knowledge-base/categories/article-conditions.ts'
import { inOrder, textOrderOf } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor, TitleCursor } from '#server/search/words/cursor.ts'
import { holdsWords } from '#server/search/words/holds-words.ts'

/** An article in a list. `isMissing`: it has no text in the list's language. Set only in lists by title. */
export type ListedArticle = ArticleState & { sortKey: string; isMissing?: boolean }

type Filters = Omit<QueryOf<typeof listArticles>, 'language' | 'category' | 'below' | 'order' | 'cursor' | 'limit'>
type ArticleListQuery = Omit<Filters, 'updatedAfter'> & {
  language: string
  /** The first language of the workspace. */
  first: string
  categories: string[] | null | undefined
  /** The language in which `q` is searched. Undefined means all languages. */
  wordsIn: string | undefined
  order: 'updated' | 'title' | 'position' | 'popular' | 'helpful'
  after?: Cursor | undefined
  afterTitle?: TitleCursor | undefined
  afterId?: string | undefined
  limit: number
}

export async function listEditedArticles(tx: WorkspaceTx, query: ArticleListQuery): Promise<ListedArticle[]> {
  const { language, limit, order } = query
  if (order === 'title') return listByTitle(tx, query)
  const conditions = [...conditionsOf(tx, query), ...followingOf(tx, order, query)]
  const { rows } = await sql<ListedArticle>`
    select ${columns}, a.updated_at::text as sort_key
    from articles a
    ${joinText(tx, language)} ${joinCounts(tx)}
    where a.workspace_id = ${tx.workspaceId} and ${sql.join(conditions, sql` and `)}
    order by ${orders[order]} limit ${limit}`.execute(tx)
  return rows
}

type Matched = Omit<ArticleListQuery, 'order' | 'after' | 'afterTitle'>

export async function listMatchingIds(tx: WorkspaceTx, query: Matched): Promise<string[]> {
  const { language, limit, afterId } = query
  const { rows } = await sql<{ id: string }>`
    select a.id from articles a
    ${joinText(tx, language)} ${joinCounts(tx)}
    where a.workspace_id = ${tx.workspaceId} and ${sql.join(conditionsOf(tx, query), sql` and `)}
      ${afterId ? sql`and a.id > ${afterId}::uuid` : sql``}
    order by a.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

const joinText = ({ workspaceId }: WorkspaceTx, language: string) => sql`
  left join article_texts t on t.workspace_id = ${workspaceId} and t.article_id = a.id and t.language = ${language}`

const joinCounts = ({ workspaceId }: WorkspaceTx) => sql`
  left join article_counts n on n.workspace_id = ${workspaceId} and n.article_id = a.id`

const columns = sql`a.id, a.category_id, a.position, a.visibility, a.audience, a.is_listed, a.owner_id, a.reviewer_id, a.labels,
  a.is_pinned, a.takes_feedback, a.review_every_days, a.reviewed_at, a.is_template, a.revision, a.last_version, a.created_at,
  a.created_by, a.updated_at, a.updated_by, a.trashed_at`

// Lists the articles with a text in the language, then all other articles. The lists are separate because an index
// sorts only the first one.
async function listByTitle(tx: WorkspaceTx, query: ArticleListQuery): Promise<ListedArticle[]> {
  const isBehindWritten = query.afterTitle?.isMissing === true
  const written = isBehindWritten ? [] : await listWritten(tx, query)
  if (written.length === query.limit) return written
  return [...written, ...(await listUnwritten(tx, { ...query, limit: query.limit - written.length }))]
}

async function listWritten(tx: WorkspaceTx, query: ArticleListQuery): Promise<ListedArticle[]> {
  const { language, limit, afterTitle } = query
  const order = textOrderOf(language)
  const title = inOrder(sql`t.title`, order)
  const { rows } = await sql<ListedArticle>`
    select ${columns}, t.title as sort_key, false as is_missing
    from article_texts t
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = t.article_id
    ${joinCounts(tx)}
    where t.workspace_id = ${tx.workspaceId} and t.language = ${language} and t.text_order = ${sql.lit(order)}
      and ${sql.join(conditionsOf(tx, query), sql` and `)}
      ${afterTitle ? sql`and (${title}, t.article_id) > (${afterTitle.key}, ${afterTitle.id}::uuid)` : sql``}
    order by ${title}, t.article_id limit ${limit}`.execute(tx)
  return rows
}

async function listUnwritten(tx: WorkspaceTx, query: ArticleListQuery): Promise<ListedArticle[]> {
  const { language, first, limit, afterTitle } = query
  // Joins the texts in the first language, because nearly all articles have such a text.
  const shown = sql`coalesce(f.title, (select o.title from article_texts o
    where o.workspace_id = ${tx.workspaceId} and o.article_id = a.id order by o.language limit 1), '')`
  const title = inOrder(shown, textOrderOf(language))
  const { rows } = await sql<ListedArticle>`
    select ${columns}, ${shown} as sort_key, true as is_missing
    from articles a
    left join article_texts f on f.workspace_id = ${tx.workspaceId} and f.article_id = a.id and f.language = ${first}
    ${joinText(tx, language)} ${joinCounts(tx)}
    where a.workspace_id = ${tx.workspaceId} and t.article_id is null and ${sql.join(conditionsOf(tx, query), sql` and `)}
      ${afterTitle?.isMissing ? sql`and (${title}, a.id) > (${afterTitle.key}, ${afterTitle.id}::uuid)` : sql``}
    order by ${title}, a.id limit ${limit}`.execute(tx)
  return rows
}

/** The share of helpful ratings. An article without ratings gets 2, so that it comes last. */
const shareHelped = sql`coalesce(n.helpful::float8 / nullif(n.helpful + n.unhelpful, 0), 2)`

const orders = {
  updated: sql`a.updated_at desc, a.id desc`,
  position: sql`a.position, a.id`,
  popular: sql`coalesce(n.views, 0) desc, a.id`,
  helpful: sql`${shareHelped}, a.id`,
}

function followingOf(
  tx: WorkspaceTx,
  order: keyof typeof orders,
  { after, afterId }: ArticleListQuery,
): RawBuilder<unknown>[] {
  if (after) return [sql`(a.updated_at, a.id) < (${after.key}::timestamptz, ${after.id}::uuid)`]
  if (!afterId) return []
  if (order === 'popular')
    return [
      sql`(-coalesce(n.views, 0), a.id) > (select -coalesce(max(views), 0), ${afterId}::uuid from article_counts
        where workspace_id = ${tx.workspaceId} and article_id = ${afterId}::uuid)`,
    ]
  if (order === 'helpful')
    return [
      sql`(${shareHelped}, a.id) > (select coalesce(max(helpful::float8 / nullif(helpful + unhelpful, 0)), 2), ${afterId}::uuid
        from article_counts where workspace_id = ${tx.workspaceId} and article_id = ${afterId}::uuid)`,
    ]
  return [
    sql`(a.position, a.id) > (select position, id from articles where workspace_id = ${tx.workspaceId} and id = ${afterId}::uuid)`,
  ]
}

function conditionsOf(tx: WorkspaceTx, query: Matched): RawBuilder<unknown>[] {
  const { categories, q, label, status, visibility, owner, hasChanges, isPlanned, writtenIn, missingIn } = query
  const { isRead, isRatedPoorly, outdatedIn, first } = query
  const isTrash = status === 'trash'
  return [
    isTrash ? sql`a.trashed_at is not null` : sql`a.trashed_at is null`,
    ...(isTrash ? [] : [sql`a.is_template = ${status === 'template'}`]),
    ...(categories === null ? [sql`a.category_id is null`] : []),
    ...(categories ? [sql`a.category_id = any(${categories}::uuid[])`] : []),
    ...(label ? [sql`${label} = any(a.labels)`] : []),
    ...(status && !isTrash && status !== 'template' ? [sql`t.status = ${status}`] : []),
    ...(visibility ? [sql`a.visibility = ${visibility}`] : []),
    ...(owner ? [sql`a.owner_id = ${owner}`] : []),
    ...(hasChanges ? [sql`t.live_revision is not null and t.live_revision <> t.revision`] : []),
    ...(isPlanned ? [sql`t.publish_at is not null`] : []),
    ...(isRead === undefined ? [] : [sql`(coalesce(n.views, 0) > 0) = ${isRead}`]),
    ...(isRatedPoorly === undefined
      ? []
      : [
          sql`coalesce(n.helpful * 100 < (n.helpful + n.unhelpful) * ${sql.lit(fewestHelped)}, false) = ${isRatedPoorly}`,
        ]),
    ...(query.isStale === undefined ? [] : [sql`${isStale(tx)} = ${query.isStale}`]),
    ...(query.isRemarked === undefined ? [] : [sql`${isRemarked(tx)} = ${query.isRemarked}`]),
    ...(writtenIn ? [hasTextIn(tx, writtenIn)] : []),
    ...(missingIn ? [sql`not ${hasTextIn(tx, missingIn)}`] : []),
    ...(outdatedIn ? [hasOutdated(tx, first, outdatedIn)] : []),
    ...(query.isOutdated === undefined ? [] : [sql`${hasOutdated(tx, first)} = ${query.isOutdated}`]),
    ...hasWords(tx, q, query.wordsIn),
  ]
}

const hasTextIn = (tx: WorkspaceTx, language: string) => sql`exists (
  select from article_texts w
  where w.workspace_id = ${tx.workspaceId} and w.article_id = a.id and w.language = ${language})`

const hasOutdated = (tx: WorkspaceTx, first: string, language?: string) => sql`exists (
  select from article_texts t
  join article_texts s on s.workspace_id = ${tx.workspaceId} and s.article_id = t.article_id and s.language = ${first}
  where t.workspace_id = ${tx.workspaceId} and t.article_id = a.id
    ${language ? sql`and t.language = ${language}` : sql``} and ${isOutdated})`

export async function listCounts(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .selectFrom('articleCounts')
    .select(['articleId', 'views', 'helpful', 'unhelpful'])
    .where('articleId', 'in', ids)
    .execute()
  return new Map(rows.map(({ articleId, ...counts }) => [articleId, counts]))
}

/** Condition for articles `a`: one text of the article contains all words of `q`. */
function hasWords(tx: WorkspaceTx, q: string | undefined, language: string | undefined): RawBuilder<unknown>[] {
  const each = holdsWords(sql`w.words`, q)
  if (each.length === 0) return []
  return [
    sql`exists (
      select from article_texts w
      where w.workspace_id = ${tx.workspaceId} and w.article_id = a.id
        ${language ? sql`and w.language = ${language}` : sql``} and ${sql.join(each, sql` and `)})`,
  ]
}
