import { type Insertable, sql, type Updateable } from 'kysely'
import type { ArticleFeedback } from '#database/types.ts'
import { mayRead, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/words/cursor.ts'

/** Finds a text that the reader can read: in the language, or else the text that was published first. */
export const findReadable = (tx: WorkspaceTx, reader: Reader, articleId: string, language = '') =>
  tx
    .selectFrom('publishedTexts')
    .select(['language', 'takesFeedback'])
    .where('articleId', '=', articleId)
    .where(mayRead(reader, 'published_texts'))
    .orderBy(sql`language = ${language}`, 'desc')
    .orderBy('firstPublishedAt')
    .limit(1)
    .executeTakeFirst()

/** Locks the row with the counts of an article. Creates the row if it does not exist. */
export async function lockCounts(tx: WorkspaceTx, articleId: string) {
  await sql`
    insert into article_counts (workspace_id, article_id) values (${tx.workspaceId}, ${articleId})
    on conflict (workspace_id, article_id) do update set helpful = article_counts.helpful`.execute(tx)
}

export async function addToCounts(
  tx: WorkspaceTx,
  articleId: string,
  { helpful, unhelpful }: { helpful: number; unhelpful: number },
) {
  await sql`
    update article_counts set helpful = helpful + ${helpful}::int, unhelpful = unhelpful + ${unhelpful}::int
    where workspace_id = ${tx.workspaceId} and article_id = ${articleId}`.execute(tx)
}

type FeedbackOwner = { id: string } | { memberId: string | null; customerId: string | null }

export const findLiveVersion = async (tx: WorkspaceTx, articleId: string, language: string) =>
  (
    await tx
      .selectFrom('articleTexts')
      .select('liveVersion')
      .where('articleId', '=', articleId)
      .where('language', '=', language)
      .executeTakeFirst()
  )?.liveVersion ?? null

export const findFeedbackRow = (tx: WorkspaceTx, articleId: string, own: FeedbackOwner) =>
  tx
    .selectFrom('articleFeedback')
    .select(['id', 'isHelpful', 'comment'])
    .where('articleId', '=', articleId)
    .where((is) =>
      'id' in own
        ? is('id', '=', own.id)
        : is.or([is('memberId', '=', own.memberId), is('customerId', '=', own.customerId)]),
    )
    .executeTakeFirst()

export const insertFeedback = (tx: WorkspaceTx, feedback: Insertable<ArticleFeedback>) =>
  tx.insertInto('articleFeedback').values(feedback).execute()

export const updateFeedback = (tx: WorkspaceTx, id: string, changes: Updateable<ArticleFeedback>) =>
  tx.updateTable('articleFeedback').set(changes).where('id', '=', id).execute()

export type FeedbackRow = {
  id: string
  isHelpful: boolean
  comment: string
  email: string | null
  language: string
  searched: string
  memberId: string | null
  customerId: string | null
  customerName: string | null
  createdAt: string
  sortKey: string
}

export const feedbackColumns = sql`
  f.id, f.is_helpful, f.comment, f.email, f.language, f.searched, f.member_id, f.customer_id, f.created_at,
  coalesce(nullif(c.name, ''), e.address) as customer_name, f.created_at::text as sort_key`

export const joinCustomers = ({ workspaceId }: WorkspaceTx) => sql`
  left join customers c on c.workspace_id = ${workspaceId} and c.id = f.customer_id
  left join customer_emails e on e.workspace_id = ${workspaceId} and e.customer_id = f.customer_id and e.is_primary`

export async function listFeedbackRows(
  tx: WorkspaceTx,
  articleId: string,
  withComment: boolean,
  after: Cursor | undefined,
  limit: number,
) {
  const { rows } = await sql<FeedbackRow>`
    select ${feedbackColumns} from article_feedback f ${joinCustomers(tx)}
    where f.workspace_id = ${tx.workspaceId} and f.article_id = ${articleId}
      ${withComment ? sql`and f.comment <> ''` : sql``}
      ${after ? sql`and (f.created_at, f.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
    order by f.created_at desc, f.id desc limit ${limit}`.execute(tx)
  return rows
}

export const hasArticle = async (tx: WorkspaceTx, id: string) =>
  (await tx.selectFrom('articles').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Deletes feedback above the limit, first without comment, then the oldest. Keeps the counts of the articles. */
export async function deleteBeyond(tx: WorkspaceTx, most: number) {
  await sql`
    delete from article_feedback
    where workspace_id = ${tx.workspaceId} and id in (
      select id from article_feedback where workspace_id = ${tx.workspaceId}
      order by comment <> '' desc, created_at desc, id desc offset ${most})`.execute(tx)
}

export async function forgetAddresses(tx: WorkspaceTx, days: number) {
  await sql`
    update article_feedback set email = null
    where workspace_id = ${tx.workspaceId} and email is not null
      and created_at < now() - make_interval(days => ${days})`.execute(tx)
}
