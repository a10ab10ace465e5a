import { isSame } from '#contract/is-same.ts'
import { type EditorCall, lockArticle, onArticle } from '#server/knowledge-base/articles/editor-call.ts'
import {
  type ArticleState,
  listIdsIn,
  moveAllTo,
  orderArticles,
  updateArticle,
  writeReachOfArticles,
} from '#server/knowledge-base/articles/queries/articles.ts'
import { syncPublishedTexts } from '#server/knowledge-base/articles/queries/published.ts'
import { lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import { reachIn, recordPagesChanged } from '#server/knowledge-base/categories/spread-reach.ts'
import { narrow } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { placeBefore } from '#server/platform/trees/tree.ts'

type ArticlePosition = { category: string | null; before: string | null }

export async function moveArticle(call: EditorCall, id: string, place: ArticlePosition) {
  await lockKnowledgeBase(call.tx)
  await moveLockedArticle(call, await lockArticle(call, id), place)
}

export async function moveLockedArticle(
  { tx, caller }: EditorCall,
  article: ArticleState,
  { category, before }: ArticlePosition,
) {
  const by = byMember(caller)
  const { id, categoryId, visibility } = article
  // Locks the knowledge base, so that concurrent changes of the order run one after the other.
  await lockKnowledgeBase(tx)
  const inPlace = await listIdsIn(tx, category)
  const order = placeBefore(inPlace, id, before)
  if (!order) throw new Refusal('not-a-sibling')
  if (categoryId === category && isSame(order, inPlace)) return article
  await recordPagesChanged(tx, by)
  const reach = narrow(await reachIn(tx, category), visibility)
  const moved = await updateArticle(tx, article, { categoryId: category, ...reach, updatedBy: caller.id })
  await orderArticles(tx, order)
  await syncPublishedTexts(tx)
  await record(tx, { type: 'article.moved', ...onArticle(id, by), old: categoryId, new: category })
  return moved
}

export async function followReach(tx: WorkspaceTx, { with: { base } }: NewEvent<'reach.changed'>) {
  await writeReachOfArticles(tx, base)
  await syncPublishedTexts(tx)
}

export const leaveCategory = (tx: WorkspaceTx, { with: { categoryId, to } }: NewEvent<'category.deleted'>) =>
  moveAllTo(tx, categoryId, to)
