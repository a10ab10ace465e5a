import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

async function findSpan(tx: WorkspaceTx, days: number) {
  const { timeZone } = await tx.selectFrom('workspaces').select('timeZone').executeTakeFirstOrThrow()
  const today = sql`(now() at time zone ${timeZone}::text)::date`
  const first = sql`(${today} - ${days - 1}::int)`
  return {
    first,
    series: sql`generate_series(${first}, ${today}, interval '1 day') g(day)`,
    begin: sql`(${first}::timestamp at time zone ${timeZone}::text)`,
    dayOf: (column: RawBuilder<unknown>) => sql`(${column} at time zone ${timeZone}::text)::date`,
  }
}

const joinArticles = ({ workspaceId }: WorkspaceTx, id: RawBuilder<unknown>) => sql`
  join articles a on a.workspace_id = ${workspaceId} and a.id = ${id} and a.trashed_at is null`

const joinTitles = ({ workspaceId }: WorkspaceTx, id: RawBuilder<unknown>) => sql`
  join workspaces w on w.id = ${workspaceId}
  left join article_texts t on t.workspace_id = ${workspaceId} and t.article_id = ${id} and t.language = w.languages[1]`

export async function listDaysOfViews(tx: WorkspaceTx, days: number) {
  const { first, series } = await findSpan(tx, days)
  const { rows } = await sql<{ day: string; views: number }>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(r.views, 0) as views
    from ${series} left join (
      select d.day, sum(d.views)::int as views from article_days d ${joinArticles(tx, sql`d.article_id`)}
      where d.workspace_id = ${tx.workspaceId} and d.day >= ${first} group by d.day
    ) r on r.day = g.day::date order by g.day`.execute(tx)
  return rows
}

const votes = sql`count(*) filter (where f.is_helpful)::int as helpful,
  count(*) filter (where not f.is_helpful)::int as unhelpful`

export async function listDaysOfVotes(tx: WorkspaceTx, days: number) {
  const { series, begin, dayOf } = await findSpan(tx, days)
  const { rows } = await sql<{ day: string; helpful: number; unhelpful: number }>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(r.helpful, 0) as helpful, coalesce(r.unhelpful, 0) as unhelpful
    from ${series} left join (
      select ${dayOf(sql`f.created_at`)} as day, ${votes}
      from article_feedback f ${joinArticles(tx, sql`f.article_id`)}
      where f.workspace_id = ${tx.workspaceId} and f.created_at >= ${begin} group by 1
    ) r on r.day = g.day::date order by g.day`.execute(tx)
  return rows
}

export async function listDaysOfSearches(tx: WorkspaceTx, days: number) {
  const { series, begin, dayOf } = await findSpan(tx, days)
  const { rows } = await sql<{ day: string; searches: number; withoutResult: number }>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(r.searches, 0) as searches,
      coalesce(r.without_result, 0) as without_result
    from ${series} left join (
      select ${dayOf(sql`s.created_at`)} as day, count(*)::int as searches,
        count(*) filter (where s.results = 0)::int as without_result
      from article_searches s where s.workspace_id = ${tx.workspaceId} and s.created_at >= ${begin} group by 1
    ) r on r.day = g.day::date order by g.day`.execute(tx)
  return rows
}

const most = sql.lit(10)

export async function listMostRead(tx: WorkspaceTx, days: number) {
  const { first } = await findSpan(tx, days)
  const { rows } = await sql<{ id: string; title: string; views: number }>`
    select r.id, coalesce(t.title, '') as title, r.views from (
      select d.article_id as id, sum(d.views)::int as views from article_days d ${joinArticles(tx, sql`d.article_id`)}
      where d.workspace_id = ${tx.workspaceId} and d.day >= ${first}
      group by d.article_id order by views desc, d.article_id limit ${most}
    ) r ${joinTitles(tx, sql`r.id`)} order by r.views desc, r.id`.execute(tx)
  return rows
}

/** Minimum number of ratings of a listed article. A share of fewer ratings means little. */
const fewestVoices = sql.lit(3)

export async function listLeastHelpful(tx: WorkspaceTx, days: number) {
  const { begin } = await findSpan(tx, days)
  const { rows } = await sql<{ id: string; title: string; helpful: number; unhelpful: number }>`
    select r.id, coalesce(t.title, '') as title, r.helpful, r.unhelpful from (
      select f.article_id as id, ${votes}
      from article_feedback f ${joinArticles(tx, sql`f.article_id`)}
      where f.workspace_id = ${tx.workspaceId} and f.created_at >= ${begin} group by f.article_id
      having count(*) >= ${fewestVoices} and not bool_and(f.is_helpful)
      order by avg(f.is_helpful::int), count(*) desc, f.article_id limit ${most}
    ) r ${joinTitles(tx, sql`r.id`)}
    order by r.helpful::float8 / (r.helpful + r.unhelpful), r.helpful + r.unhelpful desc, r.id`.execute(tx)
  return rows
}

export async function listSearchedInVain(tx: WorkspaceTx, days: number) {
  const { begin } = await findSpan(tx, days)
  const { rows } = await sql<{ query: string; language: string; times: number; at: string }>`
    select s.query, s.language, count(*)::int as times, max(s.created_at) as at from article_searches s
    where s.workspace_id = ${tx.workspaceId} and s.created_at >= ${begin} and s.results = 0
    group by s.query, s.language order by times desc, at desc, s.query limit ${most}`.execute(tx)
  return rows
}
