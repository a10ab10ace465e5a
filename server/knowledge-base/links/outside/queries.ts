import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

// URLs that no article contains any more are stored for this time. A URL that an article contains again within this
// time is not checked at once.
const keptUnused = '7 days'
/** A claimed link becomes due again after this time, so that a killed worker does not block it. */
const claimedFor = '1 hour'
const mostNewAtOnce = 1000

export async function syncAddresses(tx: WorkspaceTx) {
  await sql`
    insert into outside_links (workspace_id, hash, url)
    select distinct ${tx.workspaceId}::uuid, a.hash, a.url from article_addresses a
    where a.workspace_id = ${tx.workspaceId} and not exists (
      select from outside_links l where l.workspace_id = ${tx.workspaceId} and l.hash = a.hash)
    limit ${mostNewAtOnce} on conflict do nothing`.execute(tx)
  await sql`
    delete from outside_links l
    where l.workspace_id = ${tx.workspaceId} and (l.checked_at is null or l.checked_at < now() - ${keptUnused}::interval)
      and not exists (select from article_addresses a where a.workspace_id = ${tx.workspaceId}
        and a.hash = l.hash)`.execute(tx)
}

export async function hasDue(tx: WorkspaceTx): Promise<boolean> {
  const { rows } = await sql`
    select from outside_links l
    where l.workspace_id = ${tx.workspaceId} and l.next_check_at <= now()
      and exists (select from article_addresses a where a.workspace_id = ${tx.workspaceId} and a.hash = l.hash)
    limit 1`.execute(tx)
  return rows.length > 0
}

export type DueLink = { hash: Buffer; url: string; state: 'works' | 'broken' | 'unsure' | null; failures: number }

/** Claims due links for one worker, until the links are written or released or the claim expires. */
export async function claimDue(tx: WorkspaceTx, most: { aTurn: number; aDay: number }): Promise<DueLink[]> {
  const { rows } = await sql<DueLink>`
    with today as (
      select count(*) as asked from outside_links
      where workspace_id = ${tx.workspaceId} and checked_at > now() - interval '1 day'),
    due as (
      select l.hash from outside_links l
      where l.workspace_id = ${tx.workspaceId} and l.next_check_at <= now()
        and exists (select from article_addresses a where a.workspace_id = ${tx.workspaceId} and a.hash = l.hash)
      order by l.next_check_at, l.hash
      limit greatest(0, least(${most.aTurn}::int, ${most.aDay}::int - (select asked from today)))
      for update of l skip locked)
    update outside_links l set next_check_at = now() + ${claimedFor}::interval from due
    where l.workspace_id = ${tx.workspaceId} and l.hash = due.hash
    returning l.hash, l.url, l.state,
      -- What was asked again within half a day says no more than before.
      l.failures - (l.failures > 0 and l.checked_at > now() - interval '12 hours')::int as failures`.execute(tx)
  return rows
}

export async function releaseLinks(tx: WorkspaceTx, hashes: Buffer[], after: '0 minutes' | '5 minutes') {
  if (hashes.length === 0) return
  await tx
    .updateTable('outsideLinks')
    .set({ nextCheckAt: sql`now() + ${after}::interval` })
    .where('hash', 'in', hashes)
    .execute()
}

export type LinkCheckResult = {
  state: DueLink['state']
  fault: 'bad-answer' | 'no-address' | 'bad-certificate' | 'refused' | 'no-answer' | null
  status: number | null
  failures: number
  againInDays: number
}

export async function writeCheckResult(tx: WorkspaceTx, hash: Buffer, { againInDays, ...found }: LinkCheckResult) {
  await tx
    .updateTable('outsideLinks')
    .set({ ...found, checkedAt: sql`now()`, nextCheckAt: sql`now() + make_interval(days => ${againInDays})` })
    .where('hash', '=', hash)
    .execute()
}

export async function listArticlesWith(tx: WorkspaceTx, hashes: Buffer[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await tx
    .selectFrom('articleAddresses')
    .select('articleId')
    .distinct()
    .where('hash', 'in', hashes)
    .limit(100)
    .execute()
  return rows.map(({ articleId }) => articleId)
}

export const listBroken = (tx: WorkspaceTx, hashes: Buffer[]) =>
  tx
    .selectFrom('outsideLinks')
    .select(['url', 'fault', 'status', 'checkedAt'])
    .where('hash', 'in', hashes)
    .where('state', '=', 'broken')
    .execute()

/**
 * Marks the external links of an article as due, except links that were checked in the last ten minutes. Returns the
 * number of marked links, at most `most`.
 */
export async function markDue(tx: WorkspaceTx, articleId: string, most: number): Promise<number> {
  const { rows } = await sql`
    update outside_links l set next_check_at = now()
    from (
      select distinct o.hash from outside_links o
      join article_addresses a on a.workspace_id = ${tx.workspaceId} and a.hash = o.hash and a.article_id = ${articleId}
      where o.workspace_id = ${tx.workspaceId}
        and (o.checked_at is null or o.checked_at < now() - interval '10 minutes')
      limit ${most}) wanted
    where l.workspace_id = ${tx.workspaceId} and l.hash = wanted.hash
    returning l.hash`.execute(tx)
  return rows.length
}
