import { type RawBuilder, sql } from 'kysely'
import { mayRead, type Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { holdsWords } from '#server/search/holds-words.ts'

export type RedirectRow = {
  id: string
  path: string
  article: string | null
  title: string | null
  leads: 'article' | 'path' | 'gone' | 'nowhere'
  createdAt: string
}

/** As `findLead` comes to it, for the reader who may read the most. */
const leads = (tx: WorkspaceTx) => sql`
  case when r.article_id is null then 'gone'
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
    select r.id, r.path, r.article_id as article, t.title, ${leads(tx)} as leads, r.created_at
    from redirects r
    join workspaces w on w.id = ${tx.workspaceId}
    left join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = r.article_id
      and t.language = w.languages[1]
    where r.workspace_id = ${tx.workspaceId} and ${condition}
    order by r.id limit ${limit}`.execute(tx)
  return rows
}

type Asked = { q: string; after: string | undefined; limit: number }

/** Addresses are kept in lower case. */
export function listRedirectRows(tx: WorkspaceTx, { q, after, limit }: Asked) {
  const words = sql.join([sql`true`, ...holdsWords(sql`spellings(t.title)`, q)], sql` and `)
  const fits = q ? sql`(strpos(r.path, ${q.toLowerCase()}) > 0 or (${words}))` : sql`true`
  return selectRedirects(tx, sql`${fits} and ${after ? sql`r.id > ${after}::uuid` : sql`true`}`, limit)
}

export const findRedirect = async (tx: WorkspaceTx, id: string) =>
  (await selectRedirects(tx, sql`r.id = ${id}::uuid`, 1))[0]

/** Undefined where the address is taken. An atomic statement: of two who take it one has it. */
export const insertRedirect = async (tx: WorkspaceTx, redirect: { path: string; articleId: string | null }) =>
  (
    await tx
      .insertInto('redirects')
      .values(redirect)
      .onConflict((conflict) => conflict.columns(['workspaceId', 'path']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export async function countRedirects(tx: WorkspaceTx): Promise<number> {
  const { count } = await tx
    .selectFrom('redirects')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function deleteRedirectRow(tx: WorkspaceTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('redirects').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** There are only so many of a workspace. */
export const listAllLeads = (tx: WorkspaceTx) => tx.selectFrom('redirects').select(['path', 'articleId']).execute()

export const listPathsTo = (tx: WorkspaceTx, articleId: string) =>
  tx.selectFrom('redirects').select('path').where('articleId', '=', articleId).orderBy('id').execute()

export const findByPath = (tx: WorkspaceTx, path: string) =>
  tx.selectFrom('redirects').select('articleId').where('path', '=', path).executeTakeFirst()

export type Place = { slug: string; language: string; first: string }

/** Where an article is read: in the first language, else in whichever it is written. */
export async function findPlace(tx: WorkspaceTx, reader: Reader, articleId: string) {
  const { rows } = await sql<Place>`
    select p.slug, p.language, w.languages[1] as first
    from published_texts p join workspaces w on w.id = ${tx.workspaceId}
    where p.workspace_id = ${tx.workspaceId} and p.article_id = ${articleId} and ${mayRead(reader, 'p')}
    order by p.language <> w.languages[1], p.first_published_at limit 1`.execute(tx)
  return rows[0]
}

/** Of an article that was archived, for whoever might have read it. */
export const findArchived = (tx: WorkspaceTx, reader: Reader, articleId: string) =>
  tx
    .selectFrom('archivedTexts')
    .select(['leadsTo', 'path'])
    .where('articleId', '=', articleId)
    .where(mayRead(reader, 'archived_texts'))
    .orderBy('language')
    .limit(1)
    .executeTakeFirst()
