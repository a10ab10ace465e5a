import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Document } from '#contract/writing/document.ts'
import type { PublishedTexts } from '#database/types.ts'
import { mayFind, mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/words/cursor.ts'

const columns = [
  ...(['articleId', 'language', 'categoryId', 'isListed', 'isPinned', 'takesFeedback', 'labels', 'title'] as const),
  ...(['slug', 'excerpt', 'metaTitle', 'metaDescription', 'socialFileId', 'revision', 'publishedAt'] as const),
] as const

const document = sql<Document>`document`.as('document')

export const findPublished = (tx: WorkspaceTx, reader: Reader, articleId: string, language: string) =>
  tx
    .selectFrom('publishedTexts')
    .select([...columns, document])
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .where(mayRead(reader, 'published_texts'))
    .executeTakeFirst()
export type PublishedText = NonNullable<Awaited<ReturnType<typeof findPublished>>>
export type PublishedRow = Omit<PublishedText, 'document'>

export const listLiveSlugs = (tx: WorkspaceTx, articleIds: string[]) =>
  articleIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('publishedTexts')
        .select(['articleId', 'language', 'slug'])
        .where('articleId', 'in', articleIds)
        .execute()

/** Finds the id of the article that was the last to use the slug. */
export const findIdBySlug = async (tx: WorkspaceTx, language: string, slug: string) =>
  (
    await tx
      .selectFrom('articleSlugs')
      .select('articleId')
      .where('language', '=', language)
      .where('slug', '=', slug)
      .executeTakeFirst()
  )?.articleId

export const listPublished = (
  tx: WorkspaceTx,
  reader: Reader,
  language: string,
  categories: string[] | null | undefined,
  label: string | undefined,
  after: Cursor | undefined,
  limit: number,
) =>
  tx
    .selectFrom('publishedTexts')
    .select([...columns, sql<string>`published_at::text`.as('sortKey')])
    .where('language', '=', language)
    .where(mayFind(reader, 'published_texts'))
    .$if(categories === null, (query) => query.where('categoryId', 'is', null))
    .$if(Array.isArray(categories), (query) => query.where(sql<SqlBool>`category_id = any(${categories}::uuid[])`))
    .$if(label !== undefined, (query) => query.where(sql<SqlBool>`${label} = any(labels)`))
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(published_at, article_id) < (${after!.key}::timestamptz, ${after!.id}::uuid)`),
    )
    .orderBy('publishedAt', 'desc')
    .orderBy('articleId', 'desc')
    .limit(limit)
    .execute()

export const listPopular = (tx: WorkspaceTx, reader: Reader, language: string, limit: number) =>
  tx
    .selectFrom('publishedTexts')
    .select(columns)
    .where('language', '=', language)
    .where(mayFind(reader, 'published_texts'))
    .where(placeOf(tx, 'published_texts'), 'is not', null)
    .orderBy(placeOf(tx, 'published_texts'))
    .limit(limit)
    .execute()

const placeOf = (tx: WorkspaceTx, table: string) => sql<number | null>`(
  select o.position from popular_articles o
  where o.workspace_id = ${tx.workspaceId} and o.article_id = ${sql.ref(`${table}.article_id`)})`

export async function upsertPublished(tx: WorkspaceTx, published: Insertable<PublishedTexts>) {
  const { articleId: _, language: __, firstPublishedAt: ___, ...changes } = published
  await tx
    .insertInto('publishedTexts')
    .values(published)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'articleId', 'language']).doUpdateSet(changes))
    .execute()
}

export const deletePublished = (tx: WorkspaceTx, articleId: string, language?: string) =>
  tx
    .deleteFrom('publishedTexts')
    .where('articleId', '=', articleId)
    .$if(language !== undefined, (query) => query.where('language', '=', language!))
    .execute()

export const isSlugLive = async (tx: WorkspaceTx, language: string, slug: string, exceptId: string) =>
  (await tx
    .selectFrom('publishedTexts')
    .select('articleId')
    .where('language', '=', language)
    .where(sql<string>`slug collate "C"`, '=', slug)
    .where('articleId', '<>', exceptId)
    .executeTakeFirst()) !== undefined

export const listSlugs = (tx: WorkspaceTx, articleId: string) =>
  tx
    .selectFrom('articleSlugs')
    .select(['language', 'slug'])
    .where('articleId', '=', articleId)
    .orderBy('takenAt')
    .orderBy('slug')
    .execute()

export const takeSlug = (tx: WorkspaceTx, articleId: string, language: string, slug: string) =>
  tx
    .insertInto('articleSlugs')
    .values({ articleId, language, slug })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'language', 'slug'])
        .doUpdateSet({ articleId, takenAt: new Date().toISOString() }),
    )
    .execute()

/** Stores what the URL of an archived text answers: 410, or a redirect to an article or a path. */
export async function insertArchived(
  tx: WorkspaceTx,
  { id, audience }: { id: string; audience: 'public' | 'customers' | 'team' },
  language: string,
  lead: { leadsTo: string | null; path: string | null },
) {
  await tx
    .insertInto('archivedTexts')
    .values({ articleId: id, language, audience, ...lead })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'articleId', 'language']).doUpdateSet({ audience, ...lead }),
    )
    .execute()
}

export const deleteArchived = (tx: WorkspaceTx, articleId: string, language?: string) =>
  tx
    .deleteFrom('archivedTexts')
    .where('articleId', '=', articleId)
    .$if(language !== undefined, (query) => query.where('language', '=', language!))
    .execute()

/** Copies category, position, audience and flags of articles to their live texts. */
export async function syncPublishedTexts(tx: WorkspaceTx, onlyId?: string) {
  const which = onlyId ? sql`and p.article_id = ${onlyId}` : sql``
  await sql`
    update published_texts p set category_id = a.category_id, position = a.position, audience = a.audience,
      is_listed = a.is_listed, is_pinned = a.is_pinned, takes_feedback = a.takes_feedback, labels = a.labels
    from articles a
    where p.workspace_id = ${tx.workspaceId} and a.workspace_id = ${tx.workspaceId} and a.id = p.article_id ${which}
      and (p.category_id, p.position, p.audience, p.is_listed, p.is_pinned, p.takes_feedback, p.labels)
        is distinct from (a.category_id, a.position, a.audience, a.is_listed, a.is_pinned, a.takes_feedback, a.labels)`.execute(
    tx,
  )
  const gone = onlyId ? sql`and g.article_id = ${onlyId}` : sql``
  await sql`
    update archived_texts g set audience = a.audience from articles a
    where g.workspace_id = ${tx.workspaceId} and a.workspace_id = ${tx.workspaceId} and a.id = g.article_id ${gone}
      and g.audience <> a.audience`.execute(tx)
}

type LinkedQuery = { articleIds: string[]; categoryIds: string[]; language: string; withDocuments: boolean }
type LinkedArticle = { id: string; language: string; slug: string; title: string; document: Document | null }

/** Finds referenced articles and categories that the reader may read, in the language if possible. */
export async function findLinked(tx: WorkspaceTx, reader: Reader, query: LinkedQuery) {
  const articles = new Map((await findArticles(tx, reader, query)).map((article) => [article.id, article]))
  const categories = new Map((await findCategories(tx, reader, query)).map((category) => [category.id, category]))
  return { articles, categories }
}

async function findArticles(tx: WorkspaceTx, reader: Reader, { articleIds, language, withDocuments }: LinkedQuery) {
  if (articleIds.length === 0) return []
  const { rows } = await sql<LinkedArticle>`
    select distinct on (article_id) article_id as id, language, slug, title,
      ${withDocuments ? sql`document` : sql`null::jsonb`} as document
    from published_texts
    where workspace_id = ${tx.workspaceId} and article_id = any(${articleIds}::uuid[])
      and ${mayRead(reader, 'published_texts')}
    order by article_id, language <> ${language}, first_published_at`.execute(tx)
  return rows
}

async function findCategories(tx: WorkspaceTx, reader: Reader, { categoryIds, language }: LinkedQuery) {
  if (categoryIds.length === 0) return []
  const rows = await tx
    .selectFrom('categories')
    .select(['id', 'slug'])
    .where('id', 'in', categoryIds)
    .where(mayRead(reader, 'categories'))
    .execute()
  return rows.map((row) => ({ ...row, language }))
}

/** Lists at most 500 articles of visible categories in order. Each article is in `language`, or else in `fallback`. */
export async function listInCategories(
  tx: WorkspaceTx,
  reader: Reader,
  ids: string[],
  language: string,
  fallback: string | null,
) {
  const { rows } = await sql<{ id: string; articleId: string; slug: string; title: string; language: string }>`
    select p.category_id as id, p.article_id, p.slug, p.title, p.language from published_texts p
    join categories c on c.workspace_id = ${tx.workspaceId} and c.id = p.category_id and ${mayRead(reader, 'c')}
    where p.workspace_id = ${tx.workspaceId} and p.category_id = any(${ids}::uuid[]) and ${mayFind(reader, 'p')}
      and (p.language = ${language} or (p.language = ${fallback} and not exists (
        select from published_texts own
        where own.workspace_id = ${tx.workspaceId} and own.article_id = p.article_id and own.language = ${language}
          and ${mayFind(reader, 'own')})))
    order by p.position, p.article_id limit 500`.execute(tx)
  return Map.groupBy(rows, ({ id }) => id)
}
