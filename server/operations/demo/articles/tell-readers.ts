import { sql } from 'kysely'
import { rankPopular } from '#server/knowledge-base/feedback/views/rank-popular.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** The searches of a month: words, how often, and how many articles were found. */
const searches: [query: string, times: number, results: number][] = [
  ['shift templates', 38, 0],
  ['nfc card', 21, 0],
  ['dark mode', 12, 0],
  ['export', 54, 9],
  ['clock in', 41, 6],
  ['swap', 33, 4],
  ['invoice', 26, 1],
]

/** The comments of readers, by article, and the address for the answer. */
const comments: [title: string, comment: string, email: string | null][] = [
  ['Overtime rules explained', 'Which rule wins where two of them fit?', 'noor.haddad@customer.example'],
  ['Why an export has fewer rows than the rota', 'My missing rows were breaks. The article does not name them.', null],
  ['Why an export has fewer rows than the rota', 'Too long, I gave up at the second list.', null],
]

/** The titles of articles that are read more often than they help. */
const poor = comments.map(([title]) => title)

/** Views, ratings and searches of a month, the same in each installation. */
export async function tellReaders(tx: WorkspaceTx) {
  const { workspaceId } = tx
  await sql`
    insert into article_counts (workspace_id, article_id, views, recent_views, helpful, unhelpful)
    select ${workspaceId}, article_id, views, views / 9.0, round(views * 0.05 * share), round(views * 0.05 * (1 - share))
    from (
      select t.article_id, 90 + abs(hashtext(t.title)::bigint) % 3800 as views,
        case when t.title = any (${poor}) then 0.58 else 0.78 + abs(hashtext(t.slug)::bigint) % 17 / 100.0 end as share
      from article_texts t
      where t.workspace_id = ${workspaceId} and t.language = 'en' and t.live_version is not null
    ) read`.execute(tx)
  await sql`
    insert into article_days (workspace_id, day, article_id, views)
    select ${workspaceId}, current_date - n, article_id, 1 + views / 120 - (views / 240) * (extract(isodow from current_date - n) > 5)::int
    from article_counts cross join generate_series(0, 89) as n where workspace_id = ${workspaceId} and views > 0`.execute(
    tx,
  )
  await sql`
    insert into article_feedback (workspace_id, article_id, language, is_helpful, created_at)
    select ${workspaceId}, article_id, 'en', n <= helpful / 6, now() - interval '29 days' * (n::float8 / (helpful / 6 + unhelpful / 6 + 1))
    from article_counts cross join generate_series(1, helpful / 6 + unhelpful / 6) as n
    where workspace_id = ${workspaceId}`.execute(tx)
  await sql`
    insert into article_feedback (workspace_id, article_id, language, is_helpful, comment, email, version, created_at)
    select ${workspaceId}, t.article_id, 'en', false, c.comment, c.email, t.live_version, now() - interval '3 days' * c.place
    from unnest(${comments.map(([title]) => title)}::text[], ${comments.map(([, comment]) => comment)}::text[],
      ${comments.map(([, , email]) => email)}::text[]) with ordinality as c (title, comment, email, place)
    join article_texts t on t.workspace_id = ${workspaceId} and t.language = 'en' and t.title = c.title`.execute(tx)
  await sql`
    insert into article_searches (workspace_id, query, language, asker, results, created_at)
    select ${workspaceId}, s.query, 'en', 'visitor', s.results, now() - interval '29 days' * (n::float8 / (s.times + 1))
    from unnest(${searches.map(([query]) => query)}::text[], ${searches.map(([, times]) => times)}::int[],
      ${searches.map(([, , results]) => results)}::int[]) as s (query, times, results)
    cross join generate_series(1, s.times) as n`.execute(tx)
  await rankPopular(tx)
}
