import type { Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { earliestId } from './read-events.ts'

/** Events that are too old for any stream to resume from. */
export const deleteOldEvents = (tx: WorkspaceTx) =>
  tx
    .deleteFrom('liveEvents')
    .where('id', '<', earliestId(Date.now() - 10 * 60_000))
    .execute()

/** The history of subjects that will be deleted permanently. */
export const deleteHistory = (tx: WorkspaceTx, type: Subject['type'], ids: string[]) =>
  tx.deleteFrom('history').where('subjectType', '=', type).where('subjectId', 'in', ids).execute()
