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
    where workspace_id = ${tx.workspaceId} and ${column} >= ${first}::timestamp at time zone ${timeZone}::text and shelf <> 'spam' and shelf <> 'trash' group by 1`
  const { rows } = await sql<DayRow>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(c.count, 0) as created, coalesce(s.count, 0) as solved
    from generate_series(${first}, ${today}, interval '1 day') g(day)
    left join (${countByDay(sql`created_at`)}) c on c.day = g.day::date
    left join (${countByDay(sql`solved_at`)}) s on s.day = g.day::date
    order by g.day`.execute(tx)
  return rows
}

/** Tickets that the team opened itself are left out: nobody waited for a first reply to them. */
export async function findMedianFirstReply(tx: WorkspaceTx): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from first_replied_at - created_at) / 60)::float8 as minutes
    from tickets
    where workspace_id = ${tx.workspaceId} and created_at >= now() - ${sql.lit(`${reportedDays} days`)}::interval and shelf <> 'spam' and shelf <> 'trash'
      and first_replied_at is not null and channel <> 'agent'`.execute(tx)
  return rows[0]?.minutes ?? null
}

/** Derived from existing rows, so that no step has to be ticked off. */
export async function findOnboardingState(tx: WorkspaceTx) {
  const { name, domain } = await tx.selectFrom('workspaces').select(['name', 'domain']).executeTakeFirstOrThrow()
  const id = tx.workspaceId
  const { rows } = await sql<{
    hasSupportName: boolean
    hasColleague: boolean
    hasTestTicket: boolean
    hasAnswer: boolean
  }>`
    select
      exists (select from service_settings where workspace_id = ${id} and support_name <> ${name}) or exists (
        select from audit_log where workspace_id = ${id} and action = 'workspace.changed'
          and detail -> 'fields' ? 'supportName') as has_support_name,
      (select count(*) > 1 from members where workspace_id = ${id}) as has_colleague,
      exists (select from members m
        join customer_emails e on e.workspace_id = ${id} and e.address = m.email
        join tickets t on t.workspace_id = ${id} and t.requester_id = e.customer_id
        where m.workspace_id = ${id}) as has_test_ticket,
      exists (select from tickets where workspace_id = ${id} and first_replied_at is not null) as has_answer`.execute(
    tx,
  )
  return { ...rows[0]!, domain }
}
