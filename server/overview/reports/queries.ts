import { type RawBuilder, sql } from 'kysely'
import { fewestHelped } from '#contract/texts.ts'
import { isOutdated, isRemarked, isStale } from '#server/knowledge-base/categories/article-conditions.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

const reportedDays = 14

export type DayRow = { day: string; created: number; solved: number }

export async function listDays(tx: WorkspaceTx): Promise<DayRow[]> {
  const { timeZone } = await tx.selectFrom('workspaces').select('timeZone').executeTakeFirstOrThrow()
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const first = sql`(${today} - ${sql.lit(reportedDays - 1)}::int)`
  const countByDay = (column: RawBuilder<unknown>) => sql`
    select (${column} at time zone ${timeZone}::text)::date as day, count(*) as count from tickets
    where workspace_id = ${tx.workspaceId} and ${column} >= ${first}::timestamp at time zone ${timeZone}::text and shelf <> 'spam' and shelf <> 'trash' group by 1`
  const { rows } = await sql<DayRow>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(c.count, 0) as created, coalesce(s.count, 0) as solved
    from generate_series(${first}, ${today}, interval '1 day') g(day)
    left join (${countByDay(sql`created_at`)}) c on c.day = g.day::date
    left join (${countByDay(sql`solved_at`)}) s on s.day = g.day::date
    order by g.day`.execute(tx)
  return rows
}

/** Returns the median minutes to the first reply. Ignores tickets that the team created. Null without a reply. */
export async function findMedianFirstReply(tx: WorkspaceTx): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from first_replied_at - created_at) / 60)::float8 as minutes
    from tickets
    where workspace_id = ${tx.workspaceId} and created_at >= now() - ${sql.lit(`${reportedDays} days`)}::interval and shelf <> 'spam' and shelf <> 'trash'
      and first_replied_at is not null and channel <> 'agent'`.execute(tx)
  return rows[0]?.minutes ?? null
}

export type ArticleCounts = Record<'draft' | 'inReview' | 'published' | 'archived', number> &
  Record<
    | 'articles'
    | 'withChanges'
    | 'planned'
    | 'withoutCategory'
    | 'ratedPoorly'
    | 'stale'
    | 'remarked'
    | 'templates'
    | 'trashed',
    number
  >

export async function countArticles(tx: WorkspaceTx, language: string): Promise<ArticleCounts> {
  const { rows } = await sql<ArticleCounts>`
    select
      count(*) filter (where t.status = 'draft' and a.trashed_at is null)::int as draft,
      count(*) filter (where t.status = 'in_review' and a.trashed_at is null)::int as in_review,
      count(*) filter (where t.status = 'published' and a.trashed_at is null)::int as published,
      count(*) filter (where t.status = 'archived' and a.trashed_at is null)::int as archived,
      count(*) filter (where a.trashed_at is null)::int as articles,
      count(*) filter (where t.live_revision <> t.revision and a.trashed_at is null)::int as with_changes,
      count(*) filter (where t.publish_at is not null and a.trashed_at is null)::int as planned,
      count(*) filter (where a.category_id is null and a.trashed_at is null)::int as without_category,
      count(*) filter (where a.trashed_at is null and
        n.helpful * 100 < (n.helpful + n.unhelpful) * ${sql.lit(fewestHelped)})::int as rated_poorly,
      count(*) filter (where a.trashed_at is null and ${isStale(tx)})::int as stale,
      count(*) filter (where a.trashed_at is null and ${isRemarked(tx)})::int as remarked,
      (select count(*)::int from articles m where m.workspace_id = ${tx.workspaceId} and m.is_template
        and m.trashed_at is null) as templates,
      count(*) filter (where a.trashed_at is not null)::int as trashed
    from articles a
    left join article_texts t on t.workspace_id = ${tx.workspaceId} and t.article_id = a.id and t.language = ${language}
    left join article_counts n on n.workspace_id = ${tx.workspaceId} and n.article_id = a.id
    where a.workspace_id = ${tx.workspaceId} and (a.trashed_at is not null or not a.is_template)`.execute(tx)
  return rows[0]!
}

const votedDays = 30

export async function countReading(tx: WorkspaceTx) {
  const { rows } = await sql<Record<'views' | 'helpful' | 'unhelpful' | 'openFeedback', number>>`
    select
      (select coalesce(sum(n.views), 0)::float8 from article_counts n
        join articles a on a.workspace_id = ${tx.workspaceId} and a.id = n.article_id and a.trashed_at is null
        where n.workspace_id = ${tx.workspaceId}) as views,
      (select count(*)::int from article_feedback o
        join articles a on a.workspace_id = ${tx.workspaceId} and a.id = o.article_id and a.trashed_at is null
        where o.workspace_id = ${tx.workspaceId} and o.is_open) as open_feedback,
      count(*) filter (where f.is_helpful)::int as helpful,
      count(*) filter (where not f.is_helpful)::int as unhelpful
    from article_feedback f
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = f.article_id and a.trashed_at is null
    where f.workspace_id = ${tx.workspaceId} and f.created_at >= now() - ${sql.lit(`${votedDays} days`)}::interval`.execute(
    tx,
  )
  return rows[0]!
}

type TranslationCounts = { language: string; written: number; live: number; outdated: number }

export async function countOutdated(tx: WorkspaceTx, first: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct t.article_id)::int as count
    from article_texts t
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = t.article_id and a.trashed_at is null
      and not a.is_template
    join article_texts s on s.workspace_id = ${tx.workspaceId} and s.article_id = t.article_id and s.language = ${first}
    where t.workspace_id = ${tx.workspaceId} and ${isOutdated}`.execute(tx)
  return rows[0]!.count
}

/**
 * Counts the texts of articles by language. A translation counts as outdated if its source text was published after it,
 * or if only the source text is published.
 */
export async function countTexts(tx: WorkspaceTx, first: string): Promise<TranslationCounts[]> {
  const { rows } = await sql<TranslationCounts>`
    select t.language, count(*)::int as written, count(t.live_version)::int as live,
      count(*) filter (where ${isOutdated})::int as outdated
    from article_texts t
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = t.article_id and a.trashed_at is null
      and not a.is_template
    left join article_texts s on s.workspace_id = ${tx.workspaceId} and s.article_id = t.article_id and s.language = ${first}
    where t.workspace_id = ${tx.workspaceId} group by t.language`.execute(tx)
  return rows
}

const mostLabels = 200

export async function listLabels(tx: WorkspaceTx): Promise<string[]> {
  const order = await findOwnOrder(tx)
  const { rows } = await sql<{ label: string }>`
    select label from articles a cross join lateral unnest(a.labels) label
    where a.workspace_id = ${tx.workspaceId} and a.trashed_at is null and not a.is_template
    group by label order by count(*) desc, ${inOrder(sql`label`, order)} limit ${sql.lit(mostLabels)}`.execute(tx)
  return rows.map(({ label }) => label)
}

export async function findOnboardingState(tx: WorkspaceTx) {
  const { name, domain } = await tx.selectFrom('workspaces').select(['name', 'domain']).executeTakeFirstOrThrow()
  const id = tx.workspaceId
  const { rows } = await sql<{
    hasSupportName: boolean
    hasColleague: boolean
    hasArticle: boolean
    hasTestTicket: boolean
    hasAnswer: boolean
  }>`
    select
      exists (select from service_settings where workspace_id = ${id} and support_name <> ${name}) or exists (
        select from audit_log where workspace_id = ${id} and action = 'workspace.changed'
          and detail -> 'fields' ? 'supportName') as has_support_name,
      (select count(*) > 1 from members where workspace_id = ${id}) as has_colleague,
      exists (select from article_texts where workspace_id = ${id} and published_at is not null) as has_article,
      exists (select from members m
        join customer_emails e on e.workspace_id = ${id} and e.address = m.email
        join tickets t on t.workspace_id = ${id} and t.requester_id = e.customer_id
        where m.workspace_id = ${id}) as has_test_ticket,
      exists (select from tickets where workspace_id = ${id} and first_replied_at is not null) as has_answer`.execute(
    tx,
  )
  return { ...rows[0]!, domain }
}
