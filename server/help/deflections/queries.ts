import { sql } from 'kysely'
import { mayFind, type Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export async function listFindable(tx: WorkspaceTx, reader: Reader, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('publishedTexts')
    .select('articleId')
    .distinct()
    .where('articleId', 'in', ids)
    .where(mayFind(reader, 'published_texts'))
    .execute()
  return rows.map(({ articleId }) => articleId)
}

/**
 * Counts the deflections that the customer began in the last 24 hours. Locks the customer, so that two simultaneous
 * requests cannot exceed the daily limit.
 */
export async function countToday(tx: WorkspaceTx, customerId: string): Promise<number> {
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const { begun } = await tx
    .selectFrom('deflections')
    .select(({ fn }) => fn.countAll<string>().as('begun'))
    .where('customerId', '=', customerId)
    .where('createdAt', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(begun)
}

export const insertDeflection = (tx: WorkspaceTx, customerId: string) =>
  tx.insertInto('deflections').values({ customerId }).returning('id').executeTakeFirstOrThrow()

/** Updates a deflection. The update locks its row, so that two simultaneous reports cannot exceed the limits. */
export const updateDeflection = (
  tx: WorkspaceTx,
  { id, customerId, answeredBy }: { id: string; customerId: string; answeredBy: string | null },
) =>
  tx
    .updateTable('deflections')
    .set({ answeredBy, changedAt: sql`now()` })
    .where('id', '=', id)
    .where('customerId', '=', customerId)
    .returning('id')
    .executeTakeFirst()

export async function listShown(tx: WorkspaceTx, deflectionId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('deflectionArticles')
    .select('articleId')
    .where('deflectionId', '=', deflectionId)
    .execute()
  return rows.map(({ articleId }) => articleId)
}

export async function listOpened(tx: WorkspaceTx, ticketId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('deflections as d')
    .innerJoin('deflectionArticles as a', (join) =>
      join.onRef('a.workspaceId', '=', 'd.workspaceId').onRef('a.deflectionId', '=', 'd.id'),
    )
    .select('a.articleId')
    .where('d.ticketId', '=', ticketId)
    .where('a.isOpened', '=', true)
    .execute()
  return rows.map(({ articleId }) => articleId)
}

type ReadArticle = {
  article: { id: string; title: string | null }
  readAt: string
  ticket: { id: string; number: number } | null
}

export async function listReadRows(tx: WorkspaceTx, customerId: string, limit: number): Promise<ReadArticle[]> {
  const id = tx.workspaceId
  const { rows } = await sql<ReadArticle>`
    select json_build_object('id', a.article_id, 'title', x.title) as article, d.created_at as read_at,
      case when t.id is not null then json_build_object('id', t.id, 'number', t.number) end as ticket
    from deflections d
    join deflection_articles a on a.workspace_id = ${id} and a.deflection_id = d.id and a.is_opened
    join workspaces w on w.id = ${id}
    left join article_texts x on x.workspace_id = ${id} and x.article_id = a.article_id and x.language = w.languages[1]
    left join tickets t on t.workspace_id = ${id} and t.id = d.ticket_id
    where d.workspace_id = ${id} and d.customer_id = ${customerId}
    order by d.created_at desc, a.article_id limit ${limit}`.execute(tx)
  return rows
}

type ShownArticle = { deflectionId: string; articleId: string; isOpened: boolean }

export const upsertShown = (tx: WorkspaceTx, shown: ShownArticle[]) =>
  tx
    .insertInto('deflectionArticles')
    .values(shown)
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'deflectionId', 'articleId']).doUpdateSet({
        isOpened: sql`deflection_articles.is_opened or excluded.is_opened`,
      }),
    )
    .execute()

export const updateTicket = (tx: WorkspaceTx, id: string, sent: { customerId: string; ticketId: string }) =>
  tx
    .updateTable('deflections')
    .set({ ticketId: sent.ticketId })
    .where('id', '=', id)
    .where('customerId', '=', sent.customerId)
    .where('ticketId', 'is', null)
    .execute()

const days = 30
const left = sql`d.ticket_id is null and d.answered_by is null and d.changed_at < now() - interval '1 hour'`

type Counts = { shown: number; opened: number; answered: number; left: number; sent: number }

export async function countRequests(tx: WorkspaceTx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as shown,
      count(*) filter (where s.is_opened)::int as opened,
      count(*) filter (where d.answered_by is not null and d.ticket_id is null)::int as answered,
      count(*) filter (where s.is_opened and ${left})::int as "left",
      count(d.ticket_id)::int as sent
    from deflections d join lateral (
      select bool_or(a.is_opened) as is_opened from deflection_articles a
      where a.workspace_id = ${tx.workspaceId} and a.deflection_id = d.id
    ) s on true
    where d.workspace_id = ${tx.workspaceId} and d.created_at > now() - make_interval(days => ${days})`.execute(tx)
  return rows[0]!
}

type ArticleCounts = Counts & { id: string; title: string | null; failed: number }

export async function countByArticle(tx: WorkspaceTx, most: number): Promise<ArticleCounts[]> {
  const { rows } = await sql<ArticleCounts>`
    select c.*, t.title from (
      select a.article_id as id, count(*)::int as shown,
        count(*) filter (where a.is_opened)::int as opened,
        count(*) filter (where d.answered_by = a.article_id and d.ticket_id is null)::int as answered,
        count(*) filter (where a.is_opened and ${left})::int as "left",
        count(d.ticket_id)::int as sent,
        count(d.ticket_id) filter (where a.is_opened)::int as failed
      from deflections d
      join deflection_articles a on a.workspace_id = ${tx.workspaceId} and a.deflection_id = d.id
      where d.workspace_id = ${tx.workspaceId} and d.created_at > now() - make_interval(days => ${days})
      group by a.article_id
      order by failed desc, shown desc, a.article_id limit ${most}
    ) c
    join workspaces w on w.id = ${tx.workspaceId}
    left join article_texts t
      on t.workspace_id = ${tx.workspaceId} and t.article_id = c.id and t.language = w.languages[1]
    order by c.failed desc, c.shown desc, c.id`.execute(tx)
  return rows
}

export async function deleteOld(tx: WorkspaceTx, { days, most }: { days: number; most: number }) {
  await sql`
    delete from deflections
    where workspace_id = ${tx.workspaceId} and (created_at < now() - make_interval(days => ${days}) or id in (
      select id from deflections where workspace_id = ${tx.workspaceId}
      order by created_at desc, id desc offset ${most}))`.execute(tx)
}
