import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Condition for articles `a`: published and due for review. */
export const isStale = (tx: WorkspaceTx) => sql`(
  coalesce(a.reviewed_at + make_interval(days => a.review_every_days) < now(), false) and exists (
    select from published_texts p where p.workspace_id = ${tx.workspaceId} and p.article_id = a.id))`

/** Condition: `t` was never published, or the first-language text `s` was published after `t`. */
export const isOutdated = sql`(
  t.status <> 'archived' and t.language <> s.language and s.published_at is not null
  and (t.published_at is null or t.published_at < s.published_at))`

/** Condition for articles `a`: a remark of a member on the article is still open. */
export const isRemarked = (tx: WorkspaceTx) => sql`exists (
  select from comments m where m.workspace_id = ${tx.workspaceId} and m.article_id = a.id and m.said_from <> 'editor'
    and m.resolved_at is null and m.deleted_at is null)`
