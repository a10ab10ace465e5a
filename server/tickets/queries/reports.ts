import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const reportedDays = 14

export type DayRow = { day: string; created: number; solved: number }

/** Tickets that came and were solved on each of the last days, as days go in the workspace's time zone. */
export async function listDays(tx: WorkspaceTx): Promise<DayRow[]> {
  const { timeZone } = await tx.selectFrom('workspaces').select('timeZone').executeTakeFirstOrThrow()
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const first = sql`(${today} - ${sql.lit(reportedDays - 1)}::int)`
  const countByDay = (column: RawBuilder<unknown>) => sql`
    select (${column} at time zone ${timeZone}::text)::date as day, count(*) as count from tickets
    where ${column} >= ${first}::timestamp at time zone ${timeZone}::text and shelf <> 'spam' and shelf <> 'trash' group by 1`
  const { rows } = await sql<DayRow>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(c.count, 0) as created, coalesce(s.count, 0) as solved
    from generate_series(${first}, ${today}, interval '1 day') g(day)
    left join (${countByDay(sql`created_at`)}) c on c.day = g.day::date
    left join (${countByDay(sql`solved_at`)}) s on s.day = g.day::date
    order by g.day`.execute(tx)
  return rows
}

/** Of the tickets of the last days that customers opened and that have an answer. */
export async function findMedianFirstReply(tx: WorkspaceTx): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from first_replied_at - created_at) / 60)::float8 as minutes
    from tickets
    where created_at >= now() - ${sql.lit(`${reportedDays} days`)}::interval and shelf <> 'spam' and shelf <> 'trash'
      and first_replied_at is not null and channel <> 'agent'`.execute(tx)
  return rows[0]?.minutes ?? null
}

export type OnboardingState = {
  hasSupportName: boolean
  hasColleague: boolean
  hasTestTicket: boolean
  hasAnswer: boolean
  domain: string
}

/** How far the set-up of Service has come, read from what there is. */
export async function findOnboardingState(tx: WorkspaceTx): Promise<OnboardingState> {
  const { rows } = await sql<OnboardingState>`
    select w.domain,
      w.support_name <> w.name or exists (
        select from audit_log a where a.action = 'workspace.changed' and a.detail -> 'fields' ? 'supportName') as has_support_name,
      (select count(*) > 1 from members) as has_colleague,
      exists (select from members m join customer_emails e on e.workspace_id = m.workspace_id and e.address = m.email
        join tickets t on t.workspace_id = e.workspace_id and t.requester_id = e.customer_id) as has_test_ticket,
      exists (select from tickets where first_replied_at is not null) as has_answer
    from workspaces w`.execute(tx)
  return rows[0]!
}
