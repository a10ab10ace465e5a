import { moveAllTo, writeReachOfArticles } from '#server/knowledge-base/articles/queries/articles.ts'
import { followArticles } from '#server/knowledge-base/articles/queries/published.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'

/** Who may read an article follows from where it stands. */
export async function followReach(tx: WorkspaceTx, { with: { base } }: NewEvent<'reach.changed'>) {
  await writeReachOfArticles(tx, base)
  await followArticles(tx)
}

/** What stood in a deleted category goes where its editor said. */
export const leaveCategory = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'category.deleted'>) =>
  moveAllTo(tx, categoryId, to)
