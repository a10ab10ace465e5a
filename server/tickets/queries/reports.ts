import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const reportedDays = 14

export type DayRow = { day: string; created: number; solved: number }

/** Tickets that came and were solved on each of the last days, as days go in the workspace's time zone. */
export async function listDays(tx: WorkspaceTx): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with zone as (select time_zone as name, (now() at time zone time_zone)::date as today from workspaces),
    span as (select name, today - ${sql.lit(reportedDays - 1)}::int as first, today,
      (today - ${sql.lit(reportedDays - 1)}::int)::timestamp at time zone name as start from zone),
    created as (select (t.created_at at time zone s.name)::date as day, count(*) as count from span s, tickets t
      where t.created_at >= s.start and t.shelf <> 'spam' and t.shelf <> 'trash' group by 1),
    solved as (select (t.solved_at at time zone s.name)::date as day, count(*) as count from span s, tickets t
      where t.solved_at >= s.start and t.shelf <> 'spam' and t.shelf <> 'trash' group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(c.count, 0) as created, coalesce(v.count, 0) as solved
    from span s cross join lateral generate_series(s.first, s.today, interval '1 day') g(at)
    cross join lateral (select g.at::date as day) d
    left join created c on c.day = d.day left join solved v on v.day = d.day
    order by d.day`.execute(tx)
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
