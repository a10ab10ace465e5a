import { type RawBuilder, sql } from 'kysely'
import { mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdsWords } from '#server/search/words/holds-words.ts'

export type RedirectRow = {
  id: string
  path: string
  article: string | null
  category: string | null
  title: string | null
  leads: 'article' | 'category' | 'path' | 'gone' | 'nowhere'
  createdAt: string
}

// SQL for the kind of target that a redirect has. Must give the same target as `findRedirectTarget` for a reader who
// may read all articles.
const leads = (tx: WorkspaceTx) => sql`
  case when r.category_id is not null then 'category'
    when r.article_id is null then 'gone'
    when exists (select from published_texts p
      where p.workspace_id = ${tx.workspaceId} and p.article_id = r.article_id) then 'article'
    when exists (select from archived_texts a
      where a.workspace_id = ${tx.workspaceId} and a.article_id = r.article_id and a.path is not null) then 'path'
    when exists (select from archived_texts a
      join published_texts p on p.workspace_id = ${tx.workspaceId} and p.article_id = a.leads_to
      where a.workspace_id = ${tx.workspaceId} and a.article_id = r.article_id) then 'article'
    when exists (select from archived_texts a
      where a.workspace_id = ${tx.workspaceId} and a.article_id = r.article_id) then 'gone'
    else 'nowhere' end`

async function selectRedirects(tx: WorkspaceTx, condition: RawBuilder<unknown>, limit: number): Promise<RedirectRow[]> {
  const { rows } = await sql<RedirectRow>`
    select r.id, r.path, r.article_id as article, r.category_id as category,
      coalesce(t.title, c.texts -> w.languages[1] ->> 'name', jsonb_path_query_first(c.texts, '$.*.name') #>> '{}') as title,
      ${leads(tx)} as leads, r.created_at
    from redirects r
    join workspaces w on w.id = ${tx.workspaceId}
    left join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = r.article_id
      and t.language = w.languages[1]
    left join categories c on c.workspace_id = ${tx.workspaceId} and c.id = r.category_id
    where r.workspace_id = ${tx.workspaceId} and ${condition}
    order by r.id limit ${limit}`.execute(tx)
  return rows
}

export function listRedirectRows(tx: WorkspaceTx, q: string, after: string | undefined, limit: number) {
  const words = sql.join([sql`true`, ...holdsWords(sql`spellings(t.title)`, q)], sql` and `)
  const fits = q ? sql`(strpos(r.path, ${q.toLowerCase()}) > 0 or (${words}))` : sql`true`
  return selectRedirects(tx, sql`${fits} and ${after ? sql`r.id > ${after}::uuid` : sql`true`}`, limit)
}

export const findRedirect = async (tx: WorkspaceTx, id: string) =>
  (await selectRedirects(tx, sql`r.id = ${id}::uuid`, 1))[0]

/** Inserts a redirect. Returns undefined if the path already has one. */
export const insertRedirect = async (tx: WorkspaceTx, redirect: RedirectTarget & { isPattern: boolean }) =>
  (
    await tx
      .insertInto('redirects')
      .values(redirect)
      .onConflict((conflict) => conflict.columns(['workspaceId', 'path']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const countRedirects = (tx: WorkspaceTx): Promise<{ all: number; patterns: number }> =>
  tx
    .selectFrom('redirects')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where is_pattern))::int`.as('patterns'),
    ])
    .executeTakeFirstOrThrow()

export async function deleteRedirectRow(tx: WorkspaceTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('redirects').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const listAllLeads = (tx: WorkspaceTx) => tx.selectFrom('redirects').select(target).execute()

export const listPathsTo = (tx: WorkspaceTx, articleId: string) =>
  tx.selectFrom('redirects').select('path').where('articleId', '=', articleId).orderBy('id').execute()

const target = ['path', 'articleId', 'categoryId'] as const
export type RedirectTarget = { path: string; articleId: string | null; categoryId: string | null }

export const listAt = (tx: WorkspaceTx, paths: string[]): Promise<RedirectTarget[]> =>
  tx.selectFrom('redirects').select(target).where('path', 'in', paths).execute()

export const listPatterns = (tx: WorkspaceTx): Promise<RedirectTarget[]> =>
  tx.selectFrom('redirects').select(target).where('isPattern', '=', true).execute()

export const hasPathFrom = async (tx: WorkspaceTx, beginning: string): Promise<boolean> =>
  (await tx
    .selectFrom('redirects')
    .select('path')
    .where(sql<boolean>`starts_with(path, ${beginning})`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const leadCategoryTo = (tx: WorkspaceTx, categoryId: string, to: string) =>
  tx.updateTable('redirects').set({ categoryId: to }).where('categoryId', '=', categoryId).execute()

export const findCategorySlug = async (tx: WorkspaceTx, reader: Reader, id: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('categories')
      .select('slug')
      .where('id', '=', id)
      .where(mayRead(reader, 'categories'))
      .executeTakeFirst()
  )?.slug

export type SlugLookup = { slug: string; language: string; first: string }

/** Finds a published slug for the reader: in the language, else in the first language, else in any language. */
export async function findPlace(tx: WorkspaceTx, reader: Reader, articleId: string, language: string | null) {
  const { rows } = await sql<SlugLookup>`
    select p.slug, p.language, w.languages[1] as first
    from published_texts p join workspaces w on w.id = ${tx.workspaceId}
    where p.workspace_id = ${tx.workspaceId} and p.article_id = ${articleId} and ${mayRead(reader, 'p')}
    order by p.language = ${language} desc nulls last, p.language <> w.languages[1], p.first_published_at limit 1`.execute(
    tx,
  )
  return rows[0]
}

export const findArchived = (tx: WorkspaceTx, reader: Reader, articleId: string) =>
  tx
    .selectFrom('archivedTexts')
    .select(['leadsTo', 'path'])
    .where('articleId', '=', articleId)
    .where(mayRead(reader, 'archived_texts'))
    .orderBy('language')
    .limit(1)
    .executeTakeFirst()
