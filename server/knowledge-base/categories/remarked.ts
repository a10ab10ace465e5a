import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Of articles as `a`: somebody of the team noticed something in it, and nobody settled that. */
export const isRemarked = (tx: WorkspaceTx) => sql`exists (
  select from comments m where m.workspace_id = ${tx.workspaceId} and m.article_id = a.id and m.said_from <> 'editor'
    and m.resolved_at is null and m.deleted_at is null)`
