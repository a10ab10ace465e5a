import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/**
 * What readers have of the content is another from now on, so answers that were kept are known to be old. Whatever shows in
 * an answer raises it; publications of a workspace wait for each other here.
 */
export const raiseContentRevision = (tx: WorkspaceTx) =>
  tx
    .insertInto('contentSpaces')
    .values({ revision: 1 })
    .onConflict((conflict) =>
      conflict.column('workspaceId').doUpdateSet({ revision: sql`content_spaces.revision + 1` }),
    )
    .execute()
