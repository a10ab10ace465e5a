import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { earliestId } from './read-events.ts'

/** Events older than any stream may resume from. */
export const deleteOldEvents = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('liveEvents')
    .where('id', '<', earliestId(Date.now() - 10 * 60_000))
    .execute()

/** The history of subjects that are about to go for good. */
export const deleteHistory = (tx: WorkspaceTx, type: Subject['type'], ids: string[]) =>
  tx.deleteFrom('history').where('subjectType', '=', type).where('subjectId', 'in', ids).execute()
