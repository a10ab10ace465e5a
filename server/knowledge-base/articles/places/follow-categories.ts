import { moveAllTo, writeReachOfArticles } from '#server/knowledge-base/articles/queries/articles.ts'
import { followArticles } from '#server/knowledge-base/articles/queries/published.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'

export async function followReach(tx: WorkspaceTx, { with: { base } }: NewEvent<'reach.changed'>) {
  await writeReachOfArticles(tx, base)
  await followArticles(tx)
}

export const leaveCategory = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'category.deleted'>) =>
  moveAllTo(tx, categoryId, to)
