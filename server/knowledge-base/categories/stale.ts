import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** For articles `a`: published and due for review. */
export const isStale = (tx: WorkspaceTx) => sql`(
  coalesce(a.reviewed_at + make_interval(days => a.review_every_days) < now(), false) and exists (
    select from published_texts p where p.workspace_id = ${tx.workspaceId} and p.article_id = a.id))`
