import { sql } from 'kysely'
import type { ArticleText } from '#server/knowledge-base/articles/texts/article-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const columns = ['number', 'language', 'kind', 'note', 'createdBy', 'createdAt'] as const
const title = sql<string>`text ->> 'title'`.as('title')

export const listVersionRows = (
  tx: WorkspaceTx,
  articleId: string,
  { language, before, limit }: { language: string | undefined; before: number | undefined; limit: number },
) =>
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

export async function listLiveVersions(tx: WorkspaceTx, articleId: string): Promise<Set<number | null>> {
  const rows = await tx.selectFrom('articleTexts').select('liveVersion').where('articleId', '=', articleId).execute()
  return new Set(rows.map(({ liveVersion }) => liveVersion))
}

export async function findFirstAndPublished(tx: WorkspaceTx, articleId: string, language: string) {
  const row = await tx
    .selectFrom('articleVersions')
    .select(({ fn }) => [
      fn.max('number').filterWhere('kind', '=', 'publication').as('published'),
      fn.min('number').as('first'),
    ])
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .executeTakeFirst()
  return { published: row?.published ?? null, first: row?.first ?? null }
}

export async function findNumberBefore(
  tx: WorkspaceTx,
  articleId: string,
  language: string,
  before: number,
  isPublished: boolean,
) {
  const row = await tx
    .selectFrom('articleVersions')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('articleId', '=', articleId)
    .where('language', '=', language)
    .where('number', '<', before)
    .$if(isPublished, (query) => query.where('kind', '=', 'publication'))
    .executeTakeFirst()
  return row?.number ?? undefined
}
