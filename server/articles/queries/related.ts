import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

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

/** What articles are called in a language, else in the one that they have. */
export async function listTitles(tx: WorkspaceTx, ids: string[], language: string) {
  if (ids.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ id: string; title: string }>`
    select distinct on (article_id) article_id as id, title from article_texts
    where workspace_id = ${tx.workspaceId} and article_id = any(${ids}::uuid[])
    order by article_id, language <> ${language}, title = '', language`.execute(tx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
