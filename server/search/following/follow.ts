import { sql } from 'kysely'
import { type FollowedKind, followingOrder } from '#contract/search/following.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readNumberCursor, writeNumberCursor } from '#server/search/words/cursor.ts'
import { withinBytes } from '#server/search/words/page-bytes.ts'

type Query = { cursor?: string | undefined; updatedAfter?: string | undefined; limit: number }

const minutesBefore = 5

/**
 * Lists changes in the order of their positions. Items that `find` does not return are reported as deleted. A later
 * call with `position` as cursor lists newer changes.
 */
export async function follow<T extends { id: string }>(
  tx: WorkspaceTx,
  kind: FollowedKind,
  { cursor, updatedAfter, limit }: Query,
  find: (ids: string[]) => Promise<T[]>,
) {
  const after = readNumberCursor(cursor) ?? 0
  const page = { after, since: updatedAfter, limit: limit + 1 }
  let rows = await listChanges(tx, kind, page)
  const missing = page.limit - rows.length
  if (missing > 0 && (await placeWaiting(tx, kind, missing))) rows = await listChanges(tx, kind, page)
  const found = new Map(
    (await find(rows.slice(0, limit).flatMap(({ id, deletedAt }) => (deletedAt ? [] : [id])))).map((thing) => [
      thing.id,
      thing,
    ]),
  )
  const shown = withinBytes(rows.slice(0, limit).map((row) => ({ ...row, thing: found.get(row.id) })))
  const position = writeNumberCursor(shown.at(-1)?.position ?? after)
  return {
    items: shown.flatMap(({ thing }) => thing ?? []),
    deleted: shown.flatMap(({ id, thing, deletedAt, changedAt }) =>
      thing ? [] : [{ id, deletedAt: deletedAt ?? changedAt }],
    ),
    next: rows.length > shown.length ? position : null,
    position,
  }
}

/** Returns whether a query asks for changes. Such a query assigns positions, so it needs a writing transaction. */
export const isFollowing = ({ query }: { query: { order?: string | undefined } }) => query.order === followingOrder

/** Refuses filters in a query for changes, because only a whole list can be followed. */
export function refuseFilters(filters: Record<string, unknown>) {
  if (Object.values(filters).some((value) => value !== undefined)) throw new Refusal('follow-whole-list')
}

type Change = { id: string; position: number; changedAt: string; deletedAt: string | null }

async function listChanges(
  tx: WorkspaceTx,
  kind: FollowedKind,
  { after, since, limit }: { after: number; since: string | undefined; limit: number },
): Promise<Change[]> {
  const isRecent = since
    ? sql`and changed_at >= ${since}::timestamptz - make_interval(mins => ${sql.lit(minutesBefore)})`
    : sql``
  const { rows } = await sql<Change>`
    select id, position, changed_at, deleted_at from followed_changes
    where workspace_id = ${tx.workspaceId} and kind = ${kind} and position > ${after} ${isRecent}
    order by position limit ${limit}`.execute(tx)
  return rows
}

// Assigns positions to at most `most` changes that have none. Returns whether there were such changes. The lock on the
// counter keeps positions ascending. Changes that another transaction locks get their position later.
async function placeWaiting(tx: WorkspaceTx, kind: FollowedKind, most: number): Promise<boolean> {
  const id = tx.workspaceId
  await sql`insert into followed_positions (workspace_id, kind) values (${id}, ${kind}) on conflict do nothing`.execute(
    tx,
  )
  const { rows: counters } = await sql<{ lastPosition: number }>`
    select last_position from followed_positions where workspace_id = ${id} and kind = ${kind} for update`.execute(tx)
  const last = counters[0]!.lastPosition
  const { rows } = await sql<{ position: number }>`
    with waiting as (
      select id, changed_at from followed_changes where workspace_id = ${id} and kind = ${kind} and position is null
      order by changed_at limit ${most} for update skip locked
    ), placed as (select id, ${last}::bigint + row_number() over (order by changed_at, id) as position from waiting)
    update followed_changes c set position = p.position from placed p
    where c.workspace_id = ${id} and c.kind = ${kind} and c.id = p.id
    returning c.position`.execute(tx)
  if (rows.length === 0) return false
  await sql`update followed_positions set last_position = ${last + rows.length}
    where workspace_id = ${id} and kind = ${kind}`.execute(tx)
  return true
}
