import { type Insertable, sql } from 'kysely'
import type { ArticleVersions } from '#database/types.ts'
import type { ArticleText } from '#server/knowledge-base/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type VersionKind = ArticleVersions['kind']

const columns = ['number', 'language', 'kind', 'note', 'createdBy', 'createdAt'] as const

export const findLastVersion = (tx: WorkspaceTx, articleId: string, language: string) =>
  tx
    .selectFrom('articleVersions')
    .select(columns)
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function findLastPublication(tx: WorkspaceTx, articleId: string, language: string) {
  const { rows } = await sql<{ number: number; text: ArticleText; firstPublishedAt: string }>`
    select number, text, min(created_at) over () as first_published_at from article_versions
    where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and language = ${language}
      and kind = 'publication'
    order by number desc limit 1`.execute(tx)
  return rows[0]
}

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

export async function pruneEdits(tx: WorkspaceTx, articleId: string, before: number) {
  await sql`
    delete from article_versions
    where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and number in (
      select number from article_versions
      where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and kind = 'edit' and number < ${before}
      order by number desc offset ${mostEdits - 1})`.execute(tx)
}
