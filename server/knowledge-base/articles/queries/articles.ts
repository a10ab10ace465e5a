import { type Insertable, sql, type Updateable } from 'kysely'
import type { Articles } from '#database/types.ts'
import type { EffectiveVisibility } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges, noteDeleted } from '#server/search/following/note-changes.ts'

const columns = [
  ...(['id', 'categoryId', 'position', 'visibility', 'audience', 'isListed', 'ownerId', 'reviewerId'] as const),
  'labels',
  ...(['isPinned', 'takesFeedback', 'reviewEveryDays', 'reviewedAt', 'isTemplate', 'revision', 'lastVersion'] as const),
  ...(['createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'trashedAt'] as const),
] as const

export const findArticle = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('articles').select(columns).where('id', '=', id).executeTakeFirst()
export type ArticleState = NonNullable<Awaited<ReturnType<typeof findArticle>>>

export const listArticlesById = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('articles')
        .select(columns)
        .where('id', 'in', ids)
        .where('trashedAt', 'is', null)
        .orderBy('updatedAt', 'desc')
        .orderBy('id')
        .execute()

/** Lists articles by id, including templates and articles in the trash. */
export const listAllArticlesById = (tx: WorkspaceTx, ids: string[]) =>
  ids.length === 0 ? Promise.resolve([]) : tx.selectFrom('articles').select(columns).where('id', 'in', ids).execute()

export async function listIdsInOrder(tx: WorkspaceTx, categories: string[] | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('articles')
    .select('id')
    .where('trashedAt', 'is', null)
    .where('isTemplate', '=', false)
    .$if(categories !== null, (query) => query.where('categoryId', 'in', categories!))
    .orderBy('categoryId')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the article, so that concurrent changes run one after the other and can be merged. */
export const lockArticleRow = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('articles').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertArticle(tx: WorkspaceTx, article: Insertable<Articles>) {
  const inserted = await tx.insertInto('articles').values(article).returning(columns).executeTakeFirstOrThrow()
  noteChanges(tx, 'article', [inserted.id])
  return inserted
}

export const revisionAfter = ({ revision }: ArticleState) => revision + 1

export function updateArticle(tx: WorkspaceTx, article: ArticleState, changes: Updateable<Articles>) {
  noteChanges(tx, 'article', [article.id])
  return tx
    .updateTable('articles')
    .set({ ...changes, revision: revisionAfter(article), updatedAt: new Date().toISOString() })
    .where('id', '=', article.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Sets the time of the last review. Does not change the revision and the time of the last change. */
export function setReviewed(tx: WorkspaceTx, id: string) {
  noteChanges(tx, 'article', [id])
  return tx.updateTable('articles').set({ reviewedAt: new Date().toISOString() }).where('id', '=', id).execute()
}

export const setLastVersion = (tx: WorkspaceTx, id: string, lastVersion: number) =>
  tx.updateTable('articles').set({ lastVersion }).where('id', '=', id).execute()

/** Maximum number of articles that one run deletes, so that one workspace does not delay the others. */
const mostPurged = sql.lit(200)

/** Locks articles that have been in the trash for 30 days. Articles that are being restored are skipped. */
export async function lockArticlesToPurge(tx: WorkspaceTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from articles where workspace_id = ${tx.workspaceId} and trashed_at < now() - interval '30 days'
    order by trashed_at limit ${mostPurged} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes articles. Foreign keys delete all rows that refer to the articles. */
export function deleteArticles(tx: WorkspaceTx, ids: string[]) {
  noteDeleted(tx, 'article', ids)
  return tx.deleteFrom('articles').where('id', 'in', ids).execute()
}

export async function listIdsIn(tx: WorkspaceTx, categoryId: string | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('articles')
    .select('id')
    .where(categoryId === null ? sql<boolean>`category_id is null` : sql<boolean>`category_id = ${categoryId}`)
    .where('trashedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findLastPosition(tx: WorkspaceTx, categoryId: string | null): Promise<number> {
  const { last } = await tx
    .selectFrom('articles')
    .select(({ fn }) => fn.max('position').as('last'))
    .where(categoryId === null ? sql<boolean>`category_id is null` : sql<boolean>`category_id = ${categoryId}`)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function orderArticles(tx: WorkspaceTx, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    update articles set position = o.position from unnest(${ids}::uuid[]) with ordinality o(id, position)
    where articles.workspace_id = ${tx.workspaceId} and articles.id = o.id
      and articles.position <> o.position
    returning articles.id`.execute(tx)
  noteChanges(tx, 'article', idsOf(rows))
}

/** Moves all articles of a category to the end of another category. If `to` is null, the articles get no category. */
export async function moveAllTo(tx: WorkspaceTx, categoryId: string, to: string | null) {
  const last = await findLastPosition(tx, to)
  const { rows } = await sql<{ id: string }>`
    update articles set category_id = ${to}::uuid, position = position + ${last}
    where workspace_id = ${tx.workspaceId} and category_id = ${categoryId} returning id`.execute(tx)
  noteChanges(tx, 'article', idsOf(rows))
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Recomputes all effective visibilities in one SQL statement, because there can be ten thousand articles. */
export async function writeReachOfArticles(tx: WorkspaceTx, base: EffectiveVisibility) {
  const { rows } = await sql<{ id: string }>`
    update articles a set audience = r.audience, is_listed = r.is_listed
    from (
      select b.id,
        case when 'team' in (b.visibility, coalesce(c.audience, ${base.audience})) then 'team'
          when 'customers' in (b.visibility, coalesce(c.audience, ${base.audience})) then 'customers'
          else 'public' end as audience,
        coalesce(c.is_listed, ${base.isListed}) and b.visibility <> 'unlisted' as is_listed
      from articles b
      left join categories c on c.workspace_id = ${tx.workspaceId} and c.id = b.category_id
      where b.workspace_id = ${tx.workspaceId}
    ) r
    where a.workspace_id = ${tx.workspaceId} and a.id = r.id
      and (a.audience <> r.audience or a.is_listed <> r.is_listed)
    returning a.id`.execute(tx)
  noteChanges(tx, 'article', idsOf(rows))
}

export async function listRelatedIds(tx: WorkspaceTx, articleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('relatedArticles')
    .select('relatedId')
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ relatedId }) => relatedId)
}

export async function writeRelated(tx: WorkspaceTx, articleId: string, ids: string[]) {
  await tx.deleteFrom('relatedArticles').where('articleId', '=', articleId).execute()
  if (ids.length === 0) return
  await tx
    .insertInto('relatedArticles')
    .values(ids.map((relatedId, position) => ({ articleId, position, relatedId })))
    .execute()
}

/** Returns the titles of articles in the language, or else in another language. */
export async function listTitles(tx: WorkspaceTx, ids: string[], language: string) {
  if (ids.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct on (article_id) article_id as id, title from article_texts
    where workspace_id = ${tx.workspaceId} and article_id = any(${ids}::uuid[])
    order by article_id, language <> ${language}, title = '', language`.execute(tx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
