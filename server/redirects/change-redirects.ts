import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { createRedirect as contract, listRedirects as listing } from '#contract/redirects.ts'
import { lockArticle } from '#server/articles/editor-call.ts'
import { raiseRevision } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readIdCursor, writeIdCursor } from '#server/search/cursor.ts'
import {
  countRedirects,
  deleteRedirectRow,
  findRedirect,
  insertRedirect,
  listAllLeads,
  listPathsTo,
  listRedirectRows,
} from './queries.ts'
import { isReserved, redirectPath } from './redirect-path.ts'

const mostRedirects = 5000

/** An address that leads to an article or is gone. It counts where no page is, so that it hides none and leads in no circle. */
export async function createRedirect(tx: WorkspaceTx, { path: given, article }: BodyOf<typeof contract>) {
  const path = redirectPath(given)
  if (isReserved(path))
    throw new Refusal('redirect-reserved', { fields: { path: 'The product itself answers at this address' } })
  // It holds the knowledge base, so that as many who come at once are counted one after the other.
  await raiseRevision(tx)
  if (article) await lockArticle({ tx }, article)
  if ((await countRedirects(tx)) >= mostRedirects) throw new Refusal('too-many-redirects')
  const id = await insertRedirect(tx, { path, articleId: article })
  if (!id) throw new Refusal('redirect-taken', { fields: { path: 'This address leads somewhere already' } })
  return (await findRedirect(tx, id))!
}

export async function listRedirects(tx: WorkspaceTx, { q, limit, cursor }: QueryOf<typeof listing>) {
  const rows = await listRedirectRows(tx, { q, after: readIdCursor(cursor), limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? writeIdCursor(items.at(-1)!.id) : null }
}

/** To which article each address leads, null where it is gone. */
export async function listLeads(tx: WorkspaceTx): Promise<Map<string, string | null>> {
  return new Map((await listAllLeads(tx)).map(({ path, articleId }) => [path, articleId]))
}

/** The addresses that lead to an article. */
export const pathsTo = async (tx: WorkspaceTx, articleId: string): Promise<string[]> =>
  (await listPathsTo(tx, articleId)).map(({ path }) => path)

export async function deleteRedirect(tx: WorkspaceTx, id: string) {
  if (!(await deleteRedirectRow(tx, id))) throw new Refusal('redirect-not-found')
}
