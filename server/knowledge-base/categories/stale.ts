import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Of articles as `a`: the span within which somebody should look at one again is over, and readers have it. */
export const isStale = (tx: WorkspaceTx) => sql`(
  coalesce(a.reviewed_at + make_interval(days => a.review_every_days) < now(), false) and exists (
    select from published_texts p where p.workspace_id = ${tx.workspaceId} and p.article_id = a.id))`
