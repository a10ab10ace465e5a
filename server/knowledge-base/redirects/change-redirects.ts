import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { createRedirect as contract, listRedirects as listing } from '#contract/knowledge-base/redirects.ts'
import { lockArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { raisePageRevision } from '#server/knowledge-base/categories/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cutPage, readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { hasStar, mostStars, mustBeCompared } from './patterns.ts'
import * as queries from './queries.ts'
import { isReserved, redirectPath } from './redirect-path.ts'

export const mostRedirects = 20_000
export const mostPatterns = 200

/** Creates a redirect. A redirect applies only where no page exists, so redirects cannot hide a page or form a loop. */
export async function createRedirect(
  tx: WorkspaceTx,
  { path: given, article, category = null }: BodyOf<typeof contract>,
) {
  const path = redirectPath(given)
  if (isReserved(path)) throw new Refusal('redirect-reserved', { fields: { path: 'This URL is used by the product' } })
  if (path.split('*').length > mostStars + 1 || (hasStar(path) && !/[^/*]/.test(path)))
    throw new Refusal('redirect-pattern-unclear', {
      fields: { path: `Use at most ${mostStars} stars, and words that only these URLs have` },
    })
  // Locks the knowledge base, so that concurrent calls cannot exceed the limits on redirects.
  await raisePageRevision(tx)
  if (article) await lockArticle({ tx }, article)
  if (category && !(await listTree(tx)).some(({ id }) => id === category)) throw new Refusal('category-not-found')
  const isPattern = mustBeCompared(path)
  const { all, patterns } = await queries.countRedirects(tx)
  if (all >= mostRedirects) throw new Refusal('too-many-redirects')
  if (isPattern && patterns >= mostPatterns) throw new Refusal('too-many-patterns')
  const id = await queries.insertRedirect(tx, { path, articleId: article, categoryId: category, isPattern })
  if (!id) throw new Refusal('redirect-taken', { fields: { path: 'This URL already has a redirect' } })
  return (await queries.findRedirect(tx, id))!
}

export async function listRedirects(tx: WorkspaceTx, { q, limit, cursor }: QueryOf<typeof listing>) {
  const rows = await queries.listRedirectRows(tx, q, readIdCursor(cursor), limit + 1)
  const { shown, next } = cutPage(rows, limit, ({ id }) => writeIdCursor(id))
  return { items: shown, next }
}

/**
 * Maps the path of each redirect to the id of its article or category. Null means that the redirect answers 410 (gone).
 */
export const listLeads = async (tx: WorkspaceTx) =>
  new Map((await queries.listAllLeads(tx)).map(({ path, articleId, categoryId }) => [path, articleId ?? categoryId]))

export const pathsTo = async (tx: WorkspaceTx, articleId: string): Promise<string[]> =>
  (await queries.listPathsTo(tx, articleId)).map(({ path }) => path)

/** Moves redirects of a deleted category to its replacement. Without one, the foreign key deletes them. */
export async function followDeleted(tx: WorkspaceTx, event: NewEvent<'category.deleted'>) {
  const { categoryId, to } = event.with
  if (to) await queries.leadCategoryTo(tx, categoryId, to)
}

export async function deleteRedirect(tx: WorkspaceTx, id: string) {
  if (!(await queries.deleteRedirectRow(tx, id))) throw new Refusal('redirect-not-found')
}
