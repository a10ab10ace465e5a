import { sql } from 'kysely'
import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type LiveEvent = {
  id: string
  type: string
  subjectType: Subject['type'] | null
  subjectId: string | null
  customerIds: string[]
  memberId: string | null
}

/** Less than a stream may be behind, so that a burst of this size does not end it. */
export const mostAtOnce = 1000

export const readEvents = async (tx: WorkspaceTx, since: string): Promise<LiveEvent[]> =>
  (await selectEvents(tx)
    .where('id', '>', since)
    .limit(mostAtOnce + 1)
    .execute()) as LiveEvent[]

/** The events that are visible in one snapshot of the database and not in an earlier one, at most one more than `mostAtOnce`. */
export const readEventsBetween = async (tx: WorkspaceTx, since: string, until: string): Promise<LiveEvent[]> =>
  (await selectEvents(tx)
    .where('xact', '>=', sql<string>`pg_snapshot_xmin(${since}::pg_snapshot)`)
    .where('xact', '<', sql<string>`pg_snapshot_xmax(${until}::pg_snapshot)`)
    .where(sql<boolean>`not pg_visible_in_snapshot(xact, ${since}::pg_snapshot)`)
    .where(sql<boolean>`pg_visible_in_snapshot(xact, ${until}::pg_snapshot)`)
    .limit(mostAtOnce + 1)
    .execute()) as LiveEvent[]

const selectEvents = (tx: WorkspaceTx) =>
  tx
    .selectFrom('liveEvents')
    .select(['id', 'type', 'subjectType', 'subjectId', 'customerIds', 'memberId'])
    .orderBy('id')

/** The smallest UUID v7 of a moment (RFC 9562, section 5.7: the first 48 bits are milliseconds). */
export function earliestId(timeMs: number): string {
  const hex = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const timeOfId = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
