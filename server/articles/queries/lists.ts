import { type RawBuilder, sql } from 'kysely'
import type { ArticleState } from '#server/articles/queries/articles.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type ListedArticle = ArticleState & { sortKey: string }

type Asked = {
  language: string
  categories: string[] | undefined
  q?: string | undefined
  label?: string | undefined
  status?: string | undefined
  visibility?: string | undefined
  owner?: string | undefined
  hasChanges?: boolean | undefined
  after: { key: string; id: string } | undefined
  limit: number
}

/** A page of all articles as they are written, the latest change first. */
export async function listEditedArticles(tx: WorkspaceTx, asked: Asked): Promise<ListedArticle[]> {
  const { language, after, limit } = asked
  const conditions = conditionsOf(asked)
  const following = after ? sql`and (a.updated_at, a.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ListedArticle>`
    select a.id, a.category_id, a.position, a.visibility, a.audience, a.is_listed, a.owner_id, a.reviewer_id, a.labels,
      a.is_pinned, a.takes_feedback, a.review_every_days, a.reviewed_at, a.revision, a.last_version, a.created_at,
      a.updated_at, a.trashed_at, a.updated_at::text as sort_key
    from articles a
    left join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = a.id and t.language = ${language}
    where a.workspace_id = ${tx.workspaceId} and ${sql.join(conditions, sql` and `)} ${following}
    order by a.updated_at desc, a.id desc limit ${limit}`.execute(tx)
  return rows
}

function conditionsOf({ categories, q, label, status, visibility, owner, hasChanges }: Asked): RawBuilder<unknown>[] {
  const isTrash = status === 'trash'
  return [
    isTrash ? sql`a.trashed_at is not null` : sql`a.trashed_at is null`,
    ...(categories ? [sql`a.category_id = any(${categories}::uuid[])`] : []),
    ...(label ? [sql`${label} = any(a.labels)`] : []),
    ...(status && !isTrash ? [sql`t.status = ${status}`] : []),
    ...(visibility ? [sql`a.visibility = ${visibility}`] : []),
    ...(owner ? [sql`a.owner_id = ${owner}`] : []),
    ...(hasChanges ? [sql`t.live_revision is not null and t.live_revision <> t.revision`] : []),
    ...wordsOf(q).map((word) => sql`(t.title ilike ${word} or t.words ilike ${word})`),
  ]
}

const mostWords = 10

const wordsOf = (q = '') =>
  q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
