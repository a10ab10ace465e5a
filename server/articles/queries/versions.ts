import { type Insertable, sql } from 'kysely'
import type { ArticleVersions } from '#database/types.ts'
import type { ArticleText } from '#server/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type VersionKind = ArticleVersions['kind']

const columns = ['number', 'language', 'kind', 'note', 'createdBy', 'createdAt'] as const
const title = sql<string>`text ->> 'title'`.as('title')

export const findLastVersion = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx
    .selectFrom('articleVersions')
    .select(columns)
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertVersion = (tx: WorkspaceTx, version: Insertable<ArticleVersions>) =>
  tx.insertInto('articleVersions').values(version).execute()

export const rewriteVersion = (tx: WorkspaceTx, articleId: string, number: number, text: ArticleText) =>
  tx
    .updateTable('articleVersions')
    .set({ text: JSON.stringify(text), updatedAt: new Date().toISOString() })
    .where('articleId', '=', articleId)
    .where('number', '=', number)
    .execute()

const mostEdits = 100

/** What was published, restored or imported stays for ever; of the work between, the latest. */
export async function pruneEdits(tx: WorkspaceTx, articleId: string) {
  await sql`
    delete from article_versions
    where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and number in (
      select number from article_versions
      where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and kind = 'edit'
      order by number desc offset ${mostEdits})`.execute(tx)
}

type Asked = { language: string | undefined; before: number | undefined; limit: number }

export const listVersionRows = (tx: WorkspaceTx, articleId: string, { language, before, limit }: Asked) =>
  tx
    .selectFrom('articleVersions')
    .select([...columns, title])
    .where('articleId', '=', articleId)
    .$if(language !== undefined, (query) => query.where('language', '=', language!))
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
export type VersionRow = Awaited<ReturnType<typeof listVersionRows>>[number]

export const findVersion = (tx: WorkspaceTx, articleId: string, number: number) =>
  tx
    .selectFrom('articleVersions')
    .select([...columns, title, sql<ArticleText>`text`.as('text')])
    .where('articleId', '=', articleId)
    .where('number', '=', number)
    .executeTakeFirst()
