import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Cursor } from '#server/search/words/cursor.ts'
import { type FeedbackRow, feedbackColumns, joinCustomers } from './feedback.ts'

export type InboxRow = FeedbackRow & {
  articleId: string
  title: string
  version: number | null
  publishedAt: string | null
  isLive: boolean
  isOpen: boolean
  closedAt: string | null
  closedBy: string | null
  /** The address for a reply: the address that a visitor entered, or the address of the customer. */
  address: string | null
  ticketId: string | null
  ticketNumber: number | null
}

type InboxFilter = {
  withComment: boolean
  helpful?: boolean | undefined
  isOpen?: boolean | undefined
  after: Cursor | undefined
  limit: number
}

export function listWaiting(tx: WorkspaceTx, { withComment, helpful, isOpen, after, limit }: InboxFilter) {
  const conditions = [
    ...(withComment ? [sql`f.comment <> ''`] : []),
    ...(helpful === undefined ? [] : [sql`f.is_helpful = ${helpful}`]),
    ...(isOpen === undefined ? [] : [sql`f.is_open = ${isOpen}`]),
    ...(after ? [sql`(f.created_at, f.id) < (${after.key}::timestamptz, ${after.id}::uuid)`] : []),
  ]
  return select(tx, conditions, limit)
}

export const findWaiting = async (tx: WorkspaceTx, id: string) => (await select(tx, [sql`f.id = ${id}::uuid`], 1))[0]

async function select(tx: WorkspaceTx, conditions: RawBuilder<unknown>[], limit: number): Promise<InboxRow[]> {
  const id = tx.workspaceId
  const { rows } = await sql<InboxRow>`
    select ${feedbackColumns}, f.article_id, coalesce(nullif(t.title, ''), s.title, '') as title,
      v.number as version, v.created_at as published_at, t.live_version is not distinct from v.number as is_live,
      f.is_open, f.closed_at, f.closed_by, coalesce(f.email, e.address) as address,
      k.id as ticket_id, k.number as ticket_number
    from article_feedback f
    join workspaces w on w.id = ${id}
    join articles a on a.workspace_id = ${id} and a.id = f.article_id and a.trashed_at is null
    left join article_texts t on t.workspace_id = ${id} and t.article_id = f.article_id and t.language = f.language
    left join article_texts s on s.workspace_id = ${id} and s.article_id = f.article_id and s.language = w.languages[1]
    left join article_versions v on v.workspace_id = ${id} and v.article_id = f.article_id and v.number = f.version
    left join tickets k on k.workspace_id = ${id} and k.id = f.ticket_id
    ${joinCustomers(tx)}
    where f.workspace_id = ${id} ${conditions.length > 0 ? sql`and ${sql.join(conditions, sql` and `)}` : sql``}
    order by f.created_at desc, f.id desc limit ${limit}`.execute(tx)
  return rows
}

/**
 * Closes feedback, or reopens it if `memberId` is null. Returns the id of the article, or undefined if nothing changed.
 */
export async function setClosed(tx: WorkspaceTx, id: string, memberId: string | null): Promise<string | undefined> {
  const changed = await tx
    .updateTable('articleFeedback')
    .set({ closedAt: memberId && sql`now()`, closedBy: memberId })
    .where('id', '=', id)
    .where('closedAt', memberId ? 'is' : 'is not', null)
    .returning('articleId')
    .executeTakeFirst()
  return changed?.articleId
}

export const lockFeedbackRow = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('articleFeedback').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

export const setTicket = (tx: WorkspaceTx, id: string, ticketId: string, memberId: string) =>
  tx
    .updateTable('articleFeedback')
    .set({ ticketId, closedAt: sql`now()`, closedBy: memberId })
    .where('id', '=', id)
    .execute()

export const unlinkDeletedTickets = (tx: WorkspaceTx, ticketIds: string[]) =>
  tx.updateTable('articleFeedback').set({ ticketId: null }).where('ticketId', 'in', ticketIds).execute()

export const findLiveSlug = async (tx: WorkspaceTx, articleId: string, language: string) =>
  (
    await tx
      .selectFrom('publishedTexts')
      .select('slug')
      .where('articleId', '=', articleId)
      .where('language', '=', language)
      .executeTakeFirst()
  )?.slug
