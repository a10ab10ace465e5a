import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Adds views to the counts of articles. The former `recent_views` are halved for each week since the last view. */
export async function addViews(tx: WorkspaceTx, read: Map<string, number>) {
  await sql`
    insert into article_counts (workspace_id, article_id, views, recent_views, recent_on)
    select ${tx.workspaceId}, a.id, r.times, r.times, current_date
    from unnest(${[...read.keys()]}::uuid[], ${[...read.values()]}::int[]) as r (id, times)
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = r.id
    order by a.id
    on conflict (workspace_id, article_id) do update set views = article_counts.views + excluded.views,
      recent_on = excluded.recent_on, recent_views = excluded.recent_views
        + article_counts.recent_views * power(0.5, least(excluded.recent_on - article_counts.recent_on, 365) / 7.0)`.execute(
    tx,
  )
}

export async function addViewsOfDay(tx: WorkspaceTx, read: Map<string, number>) {
  await sql`
    insert into article_days (workspace_id, day, article_id, views)
    select ${tx.workspaceId}, (now() at time zone w.time_zone)::date, a.id, r.times
    from unnest(${[...read.keys()]}::uuid[], ${[...read.values()]}::int[]) as r (id, times)
    join articles a on a.workspace_id = ${tx.workspaceId} and a.id = r.id
    join workspaces w on w.id = ${tx.workspaceId}
    order by a.id
    on conflict (workspace_id, day, article_id) do update set views = article_days.views + excluded.views`.execute(tx)
}

export async function deleteOldDays(tx: WorkspaceTx, days: number) {
  await sql`
    delete from article_days where workspace_id = ${tx.workspaceId} and day < current_date - ${days}::int`.execute(tx)
}

export async function listMostRead(tx: WorkspaceTx, limit: number): Promise<string[]> {
  const left = sql`n.recent_views * power(0.5, least(current_date - n.recent_on, 365) / 7.0)`
  const { rows } = await sql<{ articleId: string }>`
    select n.article_id from article_counts n
    where n.workspace_id = ${tx.workspaceId} and ${left} >= 0.5 and exists (
      select from published_texts p
      where p.workspace_id = ${tx.workspaceId} and p.article_id = n.article_id and p.is_listed)
    order by ${left} desc, n.article_id limit ${limit}`.execute(tx)
  return rows.map(({ articleId }) => articleId)
}

export async function listPopularIds(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx.selectFrom('popularArticles').select('articleId').orderBy('position').execute()
  return rows.map(({ articleId }) => articleId)
}

export async function writePopular(tx: WorkspaceTx, ids: string[]) {
  await tx.deleteFrom('popularArticles').execute()
  if (ids.length === 0) return
  await tx
    .insertInto('popularArticles')
    .values(ids.map((articleId, position) => ({ articleId, position })))
    .execute()
}
