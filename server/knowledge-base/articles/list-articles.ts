import type { QueryOf } from '#contract/endpoint.ts'
import type { listArticles as contract } from '#contract/knowledge-base/articles.ts'
import { followingOrder } from '#contract/search/following.ts'
import { isEditor, listIdsWithin } from '#server/knowledge-base/categories/categories/show-categories.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { follow, refuseFilters } from '#server/search/following/follow.ts'
import {
  cutPage,
  readCursor,
  readIdCursor,
  readTitleCursor,
  rowCursor,
  writeIdCursor,
  writeTitleCursor,
} from '#server/search/words/cursor.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { refuseUnknown } from './editor-call.ts'
import { listAllArticlesById, listArticlesById } from './queries/articles.ts'
import { type ListedArticle, listEditedArticles, listMatchingIds } from './queries/lists.ts'
import { listPopular, listPublished } from './queries/published.ts'
import { listBacklinkIds } from './queries/texts.ts'
import { shapeEdited, shapeRead } from './shape-article.ts'
import type { ReadCall } from './show-article.ts'

type ArticleListParameters = QueryOf<typeof contract>
type Order = Exclude<ArticleListParameters['order'], typeof followingOrder>
type ListQuery = Omit<ArticleListParameters, 'order' | 'updatedAfter'> & { order: Order }

export async function listArticles(call: ReadCall, { order, updatedAfter, ...filters }: ArticleListParameters) {
  if (order === followingOrder) return listChangedArticles(call, { ...filters, updatedAfter })
  if (updatedAfter) throw new Refusal('updated-after-needs-order')
  const listed = { ...filters, order }
  return isEditor(call.caller) ? listEdited(call, listed) : listRead(call, listed)
}

/** Lists articles by last change for synchronization, including templates and the trash. */
async function listChangedArticles(
  call: ReadCall,
  { language: requested, below, ...query }: Omit<ArticleListParameters, 'order'>,
) {
  if (!isEditor(call.caller)) throw new Refusal('not-allowed')
  const { cursor, limit, updatedAfter, ...filters } = query
  refuseFilters({ ...filters, below: below ? undefined : below })
  const language = requested ?? (await findLanguages(call.tx))[0]!
  return follow(call.tx, 'article', { cursor, limit, updatedAfter }, async (ids) =>
    shapeEdited(call, await listAllArticlesById(call.tx, ids), language),
  )
}

async function listEdited(call: ReadCall, { limit, cursor, ...filters }: ListQuery) {
  const { tx } = call
  const first = (await findLanguages(tx))[0]!
  const language = filters.language ?? first
  const categories = await categoriesIn(tx, filters)
  const { place, placeOf } = cursors[filters.order]
  const range = { ...place(cursor), limit: limit + 1 }
  const query = { ...filters, ...range, wordsIn: filters.language, language, first, categories }
  const { shown, next } = cutPage(await listEditedArticles(tx, query), limit, placeOf)
  return { items: await shapeEdited(call, shown, language), next }
}

export type Matching = Omit<ArticleListParameters, 'order' | 'updatedAfter' | 'cursor' | 'limit'>

export async function findMatching(tx: WorkspaceTx, filters: Matching, limit: number, afterId?: string) {
  const first = (await findLanguages(tx))[0]!
  const categories = await categoriesIn(tx, filters)
  const language = filters.language ?? first
  return listMatchingIds(tx, { ...filters, limit, afterId, wordsIn: filters.language, language, first, categories })
}

type Cursors = {
  place(cursor: string | undefined): Pick<Parameters<typeof listEditedArticles>[1], 'after' | 'afterTitle' | 'afterId'>
  placeOf(last: ListedArticle): string
}
const byLastRow: Cursors = {
  place: (cursor) => ({ afterId: readIdCursor(cursor) }),
  placeOf: ({ id }) => writeIdCursor(id),
}
// The next page of a list by time or title begins after the sort key of the last row. Other lists use the row id.
const cursors: Record<Order, Cursors> = {
  updated: { place: (cursor) => ({ after: readCursor(cursor) }), placeOf: rowCursor },
  title: {
    place: (cursor) => ({ afterTitle: readTitleCursor(cursor) }),
    placeOf: ({ isMissing = false, sortKey, id }) => writeTitleCursor({ isMissing, key: sortKey, id }),
  },
  position: byLastRow,
  popular: byLastRow,
  helpful: byLastRow,
}

// Returns the categories whose articles are listed. Null means articles without a category, undefined means all
// articles.
async function categoriesIn(
  tx: WorkspaceTx,
  { category, below }: Pick<ArticleListParameters, 'category' | 'below'>,
): Promise<string[] | null | undefined> {
  if (category === 'none') return null
  if (category === undefined) return undefined
  return below ? listIdsWithin(tx, category) : [category]
}

async function listRead(call: ReadCall, { limit, cursor, label, ...filters }: ListQuery) {
  const { tx, caller } = call
  const language = filters.language ?? (await findLanguages(tx))[0]!
  if (filters.order === 'popular')
    return { items: await shapeRead(call, await listPopular(tx, caller, language, limit)), next: null }
  const categories = await categoriesIn(tx, filters)
  const found = await listPublished(tx, caller, language, categories, label, readCursor(cursor), limit + 1)
  const { shown, next } = cutPage(found, limit, ({ sortKey, articleId: id }) => rowCursor({ sortKey, id }))
  return { items: await shapeRead(call, shown), next }
}

export async function listBacklinks(call: ReadCall, id: string) {
  const { tx } = call
  await refuseUnknown(tx, id)
  const [language] = await findLanguages(tx)
  return shapeEdited(call, await listArticlesById(tx, await listBacklinkIds(tx, id)), language!)
}
