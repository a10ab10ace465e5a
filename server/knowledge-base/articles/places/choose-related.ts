import { listArticlesById, listRelatedIds, writeRelated } from '#server/knowledge-base/articles/queries/articles.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Returns whether anything changed. */
export async function chooseRelated(tx: WorkspaceTx, articleId: string, ids: string[]): Promise<boolean> {
  if (ids.includes(articleId)) throw new Refusal('related-to-itself')
  const before = await listRelatedIds(tx, articleId)
  if (before.join() === ids.join()) return false
  // Articles that were chosen before may be in the trash.
  const added = ids.filter((id) => !before.includes(id))
  if ((await listArticlesById(tx, added)).length < added.length) throw new Refusal('article-not-found')
  await writeRelated(tx, articleId, ids)
  return true
}
