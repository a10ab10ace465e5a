import { type RawBuilder, sql } from 'kysely'
import type { Document } from '#contract/writing/document.ts'
import { mayFind, mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type Edition = { language: string; fallback: string | null }

export type ArticleSummary = {
  id: string
  language: string
  slug: string
  title: string
  excerpt: string
  categoryId: string | null
  publishedAt: string
}

const line = sql`p.article_id as id, p.language, p.slug, p.title, p.excerpt, p.category_id, p.published_at`

function inLanguageOrFallback(tx: WorkspaceTx, { language, fallback }: Edition): RawBuilder<boolean> {
  if (!fallback) return sql<boolean>`p.language = ${language}`
  return sql<boolean>`(p.language = ${language} or (p.language = ${fallback} and not exists (
    select from published_texts own
    where own.workspace_id = ${tx.workspaceId} and own.article_id = p.article_id and own.language = ${language})))`
}

const visibleTexts = (tx: WorkspaceTx, reader: Reader, edition: Edition) =>
  sql`from published_texts p
    where p.workspace_id = ${tx.workspaceId} and ${inLanguageOrFallback(tx, edition)} and ${mayFind(reader, 'p')}`

export async function listLatest(
  tx: WorkspaceTx,
  reader: Reader,
  edition: Edition,
  limit: number,
  categoryIds?: string[],
) {
  const { rows } = await sql<ArticleSummary>`
    select ${line} ${visibleTexts(tx, reader, edition)}
      ${categoryIds ? sql`and p.category_id = any(${categoryIds}::uuid[])` : sql``}
    order by p.published_at desc, p.article_id desc limit ${limit}`.execute(tx)
  return rows
}

export async function listPinned(tx: WorkspaceTx, reader: Reader, edition: Edition, limit: number) {
  const { rows } = await sql<ArticleSummary>`
    select ${line} ${visibleTexts(tx, reader, edition)} and p.is_pinned
    order by p.published_at desc, p.article_id desc limit ${limit}`.execute(tx)
  return rows
}

export async function listPopular(tx: WorkspaceTx, reader: Reader, edition: Edition, limit: number) {
  const { rows } = await sql<ArticleSummary>`
    select f.* from popular_articles o
    cross join lateral (select ${line} ${visibleTexts(tx, reader, edition)} and p.article_id = o.article_id) f
    where o.workspace_id = ${tx.workspaceId} order by o.position limit ${limit}`.execute(tx)
  return rows
}

export async function listInCategory(
  tx: WorkspaceTx,
  reader: Reader,
  edition: Edition,
  categoryId: string | null,
  limit: number,
) {
  const { rows } = await sql<ArticleSummary>`
    select ${line} ${visibleTexts(tx, reader, edition)}
      and ${categoryId ? sql`p.category_id = ${categoryId}` : sql`p.category_id is null`}
    order by p.position, p.article_id limit ${limit}`.execute(tx)
  return rows
}

/**
 * The articles before and after an article in its category. `before` also contains the article if it is visible in
 * lists. `count` is the total in the category.
 */
export type Beside = { before: ArticleSummary[]; after: ArticleSummary[]; count: number }

export async function listBeside(
  tx: WorkspaceTx,
  reader: Reader,
  edition: Edition,
  { id, position }: ArticlePageText,
  categoryId: string,
  limit: number,
): Promise<Beside> {
  const inThisCategory = sql`${visibleTexts(tx, reader, edition)} and p.category_id = ${categoryId}`
  const place = sql`(${position}::int, ${id}::uuid)`
  const { rows } = await sql<ArticleSummary & { isBefore: boolean; count: number }>`
    select f.*, (select count(*)::int ${inThisCategory}) as count from (
      (select ${line}, p.position, true as is_before ${inThisCategory} and (p.position, p.article_id) <= ${place}
        order by p.position desc, p.article_id desc limit ${limit})
      union all
      (select ${line}, p.position, false ${inThisCategory} and (p.position, p.article_id) > ${place}
        order by p.position, p.article_id limit ${limit})) f
    order by f.position, f.id`.execute(tx)
  const [before, after] = [rows.filter(({ isBefore }) => isBefore), rows.filter(({ isBefore }) => !isBefore)]
  return { before, after, count: rows[0]?.count ?? 0 }
}

export async function listFirstBelow(
  tx: WorkspaceTx,
  reader: Reader,
  edition: Edition,
  standing: { top: string; categoryId: string }[],
  limit: number,
) {
  const [tops, ids] = [standing.map(({ top }) => top), standing.map(({ categoryId }) => categoryId)]
  const { rows } = await sql<ArticleSummary & { top: string }>`
    select * from unnest(${[...new Set(tops)]}::uuid[]) as t (top) cross join lateral (
      select f.* from unnest(${tops}::uuid[], ${ids}::uuid[]) with ordinality as s (top, category_id, place)
      join (select ${line}, p.position ${visibleTexts(tx, reader, edition)}) f on f.category_id = s.category_id
      where s.top = t.top order by s.place, f.position, f.id limit ${limit}) first`.execute(tx)
  return Map.groupBy(rows, ({ top }) => top)
}

export async function countStanding(tx: WorkspaceTx, reader: Reader, edition: Edition) {
  const { rows } = await sql<{ id: string; number: number }>`
    select p.category_id as id, count(*)::int as number ${visibleTexts(tx, reader, edition)} and p.category_id is not null
    group by p.category_id`.execute(tx)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

export async function listChosen(tx: WorkspaceTx, reader: Reader, edition: Edition, articleId: string) {
  const { rows } = await sql<ArticleSummary>`
    select f.* from related_articles r
    cross join lateral (select ${line} ${visibleTexts(tx, reader, edition)} and p.article_id = r.related_id) f
    where r.workspace_id = ${tx.workspaceId} and r.article_id = ${articleId} order by r.position`.execute(tx)
  return rows
}

/**
 * Lists related articles: first those that share the most labels with the article, then others of its category. Without
 * labels, lists articles of its category.
 */
export async function listRelated(
  tx: WorkspaceTx,
  reader: Reader,
  edition: Edition,
  { id, labels, categoryId }: Pick<ArticlePageText, 'id' | 'labels' | 'categoryId'>,
  limit: number,
) {
  const isBeside = sql<boolean>`p.category_id = ${categoryId}::uuid`
  const shared = sql`(select count(*) from unnest(p.labels) as one(label) where one.label = any(${labels}::text[]))`
  const [fits, first] =
    labels.length === 0
      ? [isBeside, sql``]
      : [sql`(p.labels && ${labels}::text[] or ${isBeside})`, sql`${shared} desc, (${isBeside}) is not true,`]
  const { rows } = await sql<ArticleSummary>`
    select ${line} ${visibleTexts(tx, reader, edition)} and p.article_id <> ${id} and ${fits}
    order by ${first} p.position, p.article_id limit ${limit}`.execute(tx)
  return rows
}

export type ArticlePageText = ArticleSummary & {
  position: number
  audience: 'public' | 'customers' | 'team'
  isListed: boolean
  labels: string[]
  document: Document
  metaTitle: string
  metaDescription: string
  socialFileId: string | null
  takesFeedback: boolean
  words: string
  firstPublishedAt: string
}

export async function listEverything(tx: WorkspaceTx, reader: Reader, languages: string[]) {
  const { rows } = await sql<{ language: string; slug: string; publishedAt: string }>`
    select p.language, p.slug, p.published_at from published_texts p
    where p.workspace_id = ${tx.workspaceId} and p.language = any(${languages}::text[]) and ${mayFind(reader, 'p')}
    order by p.article_id, p.language`.execute(tx)
  return rows
}

export const findVotes = async (tx: WorkspaceTx, articleId: string) =>
  (await tx
    .selectFrom('articleCounts')
    .select(['helpful', sql<number>`helpful + unhelpful`.as('all')])
    .where('articleId', '=', articleId)
    .executeTakeFirst()) ?? { helpful: 0, all: 0 }

export async function listEditions(tx: WorkspaceTx, reader: Reader, articleId: string) {
  const { rows } = await sql<{ language: string; slug: string }>`
    select p.language, p.slug from published_texts p
    where p.workspace_id = ${tx.workspaceId} and p.article_id = ${articleId} and ${mayRead(reader, 'p')}
    order by p.language`.execute(tx)
  return rows
}

const whole = sql`${line}, p.position, p.audience, p.is_listed, p.labels, p.document, p.meta_title, p.meta_description,
  p.social_file_id, p.takes_feedback, p.words, p.first_published_at`

const languagesOf = ({ language, fallback }: Edition) => [language, ...(fallback ? [fallback] : [])]

export async function findText(tx: WorkspaceTx, reader: Reader, articleId: string, edition: Edition) {
  const { rows } = await sql<ArticlePageText>`
    select ${whole} from published_texts p
    where p.workspace_id = ${tx.workspaceId} and p.article_id = ${articleId}
      and p.language = any(${languagesOf(edition)}::text[]) and ${mayRead(reader, 'p')}
    order by p.language <> ${edition.language} limit 1`.execute(tx)
  return rows[0]
}

/**
 * Finds the text of an article by its slug or a former slug. Prefers the language of the page to the fallback language.
 */
export async function findTextAt(tx: WorkspaceTx, reader: Reader, slug: string, edition: Edition) {
  const languages = languagesOf(edition)
  const { rows } = await sql<ArticlePageText>`
    select ${whole} from article_slugs s
    join published_texts p on p.workspace_id = ${tx.workspaceId} and p.article_id = s.article_id
    where s.workspace_id = ${tx.workspaceId} and s.slug = ${slug} and s.language = any(${languages}::text[])
      and p.language = any(${languages}::text[]) and ${mayRead(reader, 'p')}
    order by s.language <> ${edition.language}, p.language <> ${edition.language} limit 1`.execute(tx)
  return rows[0]
}

export async function listIdsBySlug(tx: WorkspaceTx, slug: string, edition: Edition) {
  const { rows } = await sql<{ articleId: string }>`
    select article_id from article_slugs
    where workspace_id = ${tx.workspaceId} and slug = ${slug}
      and language = any(${languagesOf(edition)}::text[])
    order by language <> ${edition.language}`.execute(tx)
  return rows.map(({ articleId }) => articleId)
}

export async function findArchived(
  tx: WorkspaceTx,
  reader: Reader,
  articleId: string,
  edition: Edition,
): Promise<{ leadsTo: string | null; path: string | null } | undefined> {
  return tx
    .selectFrom('archivedTexts')
    .select(['leadsTo', 'path'])
    .where('articleId', '=', articleId)
    .where('language', 'in', languagesOf(edition))
    .where(mayRead(reader, 'archived_texts'))
    .limit(1)
    .executeTakeFirst()
}
