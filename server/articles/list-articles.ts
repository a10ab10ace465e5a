import type { listArticles as contract } from '#contract/articles.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { isEditor } from '#server/knowledge-base/categories/show-categories.ts'
import { listIdsWithin } from '#server/knowledge-base/categories/within.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import {
  readCursor,
  readIdCursor,
  readTitleCursor,
  writeCursor,
  writeIdCursor,
  writeTitleCursor,
} from '#server/search/cursor.ts'
import { refuseUnknown } from './editor-call.ts'
import { listArticlesById } from './queries/articles.ts'
import { type ListedArticle, listEditedArticles } from './queries/lists.ts'
import { listPopular, listPublished } from './queries/published.ts'
import { listBacklinkIds } from './queries/texts.ts'
import { shapeEdited, shapeRead } from './shape-article.ts'
import type { ReadCall } from './show-article.ts'

type ArticleListParameters = QueryOf<typeof contract>

/** A page of articles: all of them for admins, for everybody else those that they find. */
export async function listArticles(call: ReadCall, asked: ArticleListParameters) {
  return isEditor(call.caller) ? listEdited(call, asked) : listRead(call, asked)
}

async function listEdited(call: ReadCall, { limit, cursor, ...asked }: ArticleListParameters) {
  const { tx } = call
  const language = asked.language ?? (await findLanguages(tx))[0]!
  const categories = await categoriesIn(tx, asked)
  const { place, placeOf } = cursors[asked.order]
  const found = await listEditedArticles(tx, {
    ...{ ...asked, ...place(cursor), wordsIn: asked.language, language, categories },
    limit: limit + 1,
  })
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { items: await shapeEdited(call, shown, language), next: last ? placeOf(last) : null }
}

type Cursors = {
  place(cursor: string | undefined): Pick<Parameters<typeof listEditedArticles>[1], 'after' | 'afterTitle' | 'afterId'>
  placeOf(last: ListedArticle): string
}
const byLastRow: Cursors = {
  place: (cursor) => ({ afterId: readIdCursor(cursor) }),
  placeOf: ({ id }) => writeIdCursor(id),
}
/** What is ordered by time or title changes its place meanwhile, so its cursor says from where on; any other names its last row. */
const cursors: Record<ArticleListParameters['order'], Cursors> = {
  updated: { place: (cursor) => ({ after: readCursor(cursor) }), placeOf: (last) => cursorOf(last) },
  title: {
    place: (cursor) => ({ afterTitle: readTitleCursor(cursor) }),
    placeOf: ({ isMissing = false, sortKey, id }) => writeTitleCursor({ isMissing, key: sortKey, id }),
  },
  position: byLastRow,
  popular: byLastRow,
  helpful: byLastRow,
}

/** Null is no category at all, undefined any. */
async function categoriesIn(
  tx: WorkspaceTx,
  { category, below }: Pick<ArticleListParameters, 'category' | 'below'>,
): Promise<string[] | null | undefined> {
  if (category === 'none') return null
  if (category === undefined) return undefined
  return below ? listIdsWithin(tx, category) : [category]
}

const cursorOf = ({ sortKey, id }: Pick<ListedArticle, 'sortKey' | 'id'>) => writeCursor({ key: sortKey, id })

async function listRead(call: ReadCall, { limit, cursor, label, ...asked }: ArticleListParameters) {
  const { tx, caller } = call
  const language = asked.language ?? (await findLanguages(tx))[0]!
  if (asked.order === 'popular')
    return { items: await shapeRead(call, await listPopular(tx, caller, language, limit)), next: null }
  const categories = await categoriesIn(tx, asked)
  const after = readCursor(cursor)
  const found = await listPublished(tx, caller, { language, categories, label, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next = found.length > limit && last ? cursorOf({ sortKey: last.sortKey, id: last.articleId }) : null
  return { items: await shapeRead(call, shown), next }
}

/** The articles that refer to this one, in their drafts or live. */
export async function listBacklinks(call: ReadCall, id: string) {
  const { tx } = call
  await refuseUnknown(tx, id)
  const [language] = await findLanguages(tx)
  return shapeEdited(call, await listArticlesById(tx, await listBacklinkIds(tx, id)), language!)
}
