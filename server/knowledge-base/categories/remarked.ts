import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** For articles `a`: has an open report by the team. */
export const isRemarked = (tx: WorkspaceTx) => sql`exists (
  select from comments m where m.workspace_id = ${tx.workspaceId} and m.article_id = a.id and m.said_from <> 'editor'
    and m.resolved_at is null and m.deleted_at is null)`
