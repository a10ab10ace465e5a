import { sql } from 'kysely'
import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Events older than any stream may resume from. */
export const deleteOldEvents = (tx: WorkspaceTx) =>
  tx.deleteFrom('liveEvents').where('createdAt', '<', sql<string>`now() - interval '10 minutes'`).execute()

/** The history of subjects that are about to go for good. */
export const deleteHistory = (tx: WorkspaceTx, type: Subject['type'], ids: string[]) =>
  tx.deleteFrom('history').where('subjectType', '=', type).where('subjectId', 'in', ids).execute()
