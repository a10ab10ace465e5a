import type { QueryOf } from '#contract/endpoint.ts'
import {
  type findInArticles as contract,
  mostLookedThrough,
  mostPlacesShown,
} from '#contract/knowledge-base/changes.ts'
import { findMatching } from '#server/knowledge-base/articles/list-articles.ts'
import { hasChanges } from '#server/knowledge-base/articles/shape-article.ts'
import { type DraftToSearch, listDrafts } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { patternOf, type WordSearch } from '#server/writing/documents/words/replace-words.ts'
import { replaceWords } from './replace-in-article.ts'

/** Number of articles that are read at once. A request ends after it has searched `mostLetters` characters. */
const readAtOnce = 20
const mostLetters = 4_000_000

/** Searches article by article. The next page continues after the last searched article. */
export async function findInArticles(tx: WorkspaceTx, query: QueryOf<typeof contract>) {
  const { find, matchCase, wholeWords, addresses, in: language, cursor, ...asked } = query
  const sought = { pattern: patternOf({ find, matchCase, wholeWords }), addresses }
  const ids = await findMatching(tx, asked, mostLookedThrough, readIdCursor(cursor))
  const items = []
  let [lookedThrough, letters] = [0, 0]
  while (lookedThrough < ids.length && letters < mostLetters) {
    const some = ids.slice(lookedThrough, lookedThrough + readAtOnce)
    const drafts = await listDrafts(tx, some, language)
    lookedThrough += some.length
    for (const draft of drafts) letters += draft.words.length
    items.push(...drafts.flatMap((draft) => foundIn(draft, sought)))
  }
  const isWhole = lookedThrough === ids.length && ids.length < mostLookedThrough
  return { items, lookedThrough, next: isWhole ? null : writeIdCursor(ids[lookedThrough - 1]!) }
}

function foundIn(draft: DraftToSearch, sought: WordSearch) {
  const { places } = replaceWords(draft, sought)
  if (places.length === 0) return []
  const { articleId: id, language, title, liveVersion } = draft
  const state = { isLive: liveVersion !== null, hasChanges: hasChanges(draft) }
  return [{ id, language, title, ...state, count: places.length, places: places.slice(0, mostPlacesShown) }]
}
