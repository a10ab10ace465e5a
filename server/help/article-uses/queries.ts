import { type Insertable, sql } from 'kysely'
import type { ArticleUses } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type NewUse = Insertable<ArticleUses>
export type Reply = { id: string; bodyHtml: string; sentAt: string; domain: string }
type ArticleSection = { articleId: string; language: string; anchor: string }

/** Finds a sent reply of the team. Locks it, so that it is not redacted until the commit. */
export async function findReply(tx: WorkspaceTx, messageId: string) {
  const { rows } = await sql<Reply>`
    select m.id, m.body_html, m.sent_at, w.domain from messages m join workspaces w on w.id = ${tx.workspaceId}
    where m.workspace_id = ${tx.workspaceId} and m.id = ${messageId} and m.author_type = 'agent' and m.kind = 'reply'
      and m.sent_at is not null and m.redacted_at is null
    for share of m`.execute(tx)
  return rows[0]
}

export const mayLead = async (tx: WorkspaceTx, messageId: string) =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', messageId)
    .where('bodyHtml', 'like', '%/knowledgebase/article/%')
    .executeTakeFirst()) !== undefined

export async function insertUses(tx: WorkspaceTx, uses: NewUse[]) {
  if (uses.length === 0) return
  await tx
    .insertInto('articleUses')
    .values(uses)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listAnchors = async (tx: WorkspaceTx, articleId: string, language: string) =>
  (
    await tx
      .selectFrom('articleUses')
      .select('anchor')
      .distinct()
      .where('articleId', '=', articleId)
      .where('language', '=', language)
      .execute()
  ).map(({ anchor }) => anchor)

export const compareUses = (tx: WorkspaceTx, { articleId, language, anchor }: ArticleSection, now: Buffer) =>
  sql`
    update article_uses set is_older = text_hash <> ${now}
    where workspace_id = ${tx.workspaceId} and article_id = ${articleId} and language = ${language} and anchor = ${anchor}
      and is_older <> (text_hash <> ${now})`.execute(tx)

export const deleteUses = (tx: WorkspaceTx, messageId: string) =>
  tx.deleteFrom('articleUses').where('messageId', '=', messageId).execute()

export type UseRow = {
  id: string
  messageId: string
  language: string
  anchor: string
  isOlder: boolean
  usedAt: string
  sortKey: string
  ticketId: string
  number: number
  subject: string
  status: 'new' | 'open' | 'pending' | 'on_hold' | 'solved' | 'closed'
  customerId: string
  customerName: string
}

const remaining = ({ workspaceId }: WorkspaceTx) => sql`
  join messages m on m.workspace_id = ${workspaceId} and m.id = u.message_id
  join tickets t on t.workspace_id = ${workspaceId} and t.id = m.ticket_id and t.trashed_at is null`

type ListUsesInput = { isOlder: boolean | undefined; after: { key: string; id: string } | undefined; limit: number }

export async function listUses(tx: WorkspaceTx, articleId: string, { isOlder, after, limit }: ListUsesInput) {
  const { rows } = await sql<UseRow>`
    select u.id, u.message_id, u.language, u.anchor, u.is_older, u.used_at, u.used_at::text as sort_key, t.id as ticket_id,
      t.number, t.subject, t.status, c.id as customer_id, coalesce(nullif(c.name, ''), e.address, '') as customer_name
    from article_uses u ${remaining(tx)}
    join customers c on c.workspace_id = ${tx.workspaceId} and c.id = t.requester_id
    left join customer_emails e on e.workspace_id = ${tx.workspaceId} and e.customer_id = c.id and e.is_primary
    where u.workspace_id = ${tx.workspaceId} and u.article_id = ${articleId}
      ${isOlder === undefined ? sql`` : sql`and u.is_older = ${isOlder}`}
      ${after ? sql`and (u.used_at, u.id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``}
    order by u.used_at desc, u.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countUses(tx: WorkspaceTx, articleId: string) {
  const { rows } = await sql<{ replies: number; customers: number; olderCustomers: number }>`
    select count(distinct u.message_id)::int as replies, count(distinct t.requester_id)::int as customers,
      count(distinct t.requester_id) filter (where u.is_older)::int as older_customers
    from article_uses u ${remaining(tx)}
    where u.workspace_id = ${tx.workspaceId} and u.article_id = ${articleId}`.execute(tx)
  return rows[0]!
}

export async function listUsesOfTicket(tx: WorkspaceTx, ticketId: string, limit: number) {
  const { rows } = await sql<Omit<UseRow, 'ticketId' | 'number' | 'subject' | 'status'> & { articleId: string }>`
    select u.article_id, u.message_id, u.language, u.anchor, u.is_older, u.used_at
    from messages m join article_uses u on u.workspace_id = ${tx.workspaceId} and u.message_id = m.id
    where m.workspace_id = ${tx.workspaceId} and m.ticket_id = ${ticketId}
    order by u.used_at desc, u.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function findRequest(tx: WorkspaceTx, ticketId: string) {
  const { rows } = await sql<{ requesterId: string; subject: string; bodyText: string }>`
    select t.requester_id, t.subject, coalesce(m.body_text, '') as body_text from tickets t
    left join lateral (
      select left(o.body_text, 3000) as body_text from messages o
      where o.workspace_id = ${tx.workspaceId} and o.ticket_id = t.id and o.kind = 'reply' and o.author_type = 'customer'
      order by o.seq limit 1) m on true
    where t.workspace_id = ${tx.workspaceId} and t.id = ${ticketId}`.execute(tx)
  return rows[0]
}
