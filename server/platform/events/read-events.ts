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

/**
 * Maximum number of events that one reading delivers one by one. If there are more, listeners get `onTooMuch` instead.
 */
export const mostAtOnce = 1000

export const readEvents = (tx: WorkspaceTx, since: string): Promise<LiveEvent[]> =>
  selectEvents(tx)
    .where('id', '>', since)
    .limit(mostAtOnce + 1)
    .execute()

/**
 * Reads the events that are visible in snapshot `until` but not in snapshot `since`. Returns at most `mostAtOnce` + 1,
 * so that the caller notices if there are too many.
 */
export const readEventsBetween = (tx: WorkspaceTx, since: string, until: string): Promise<LiveEvent[]> =>
  selectEvents(tx)
    .where('xact', '>=', sql<string>`pg_snapshot_xmin(${since}::pg_snapshot)`)
    .where('xact', '<', sql<string>`pg_snapshot_xmax(${until}::pg_snapshot)`)
    .where(sql<boolean>`not pg_visible_in_snapshot(xact, ${since}::pg_snapshot)`)
    .where(sql<boolean>`pg_visible_in_snapshot(xact, ${until}::pg_snapshot)`)
    .limit(mostAtOnce + 1)
    .execute()

const selectEvents = (tx: WorkspaceTx) =>
  tx
    .selectFrom('liveEvents')
    .select(['id', 'type', 'subjectType', 'subjectId', 'customerIds', 'memberId'])
    .orderBy('id')
    .$narrowType<{ subjectType: Subject['type'] | null }>()

/** Returns the smallest UUID v7 of a time. The first 48 bits are milliseconds (RFC 9562, section 5.7). */
export function earliestId(timeMs: number): string {
  const hex = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const timeOfId = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
