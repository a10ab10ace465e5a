import type { QueryOf } from '#contract/endpoint.ts'
import {
  type findInArticles as contract,
  mostLookedThrough,
  mostPlacesShown,
} from '#contract/knowledge-base/changes.ts'
import { findMatching } from '#server/knowledge-base/articles/list-articles.ts'
import { type DraftToSearch, listDrafts } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { patternOf, type WordSearch } from '#server/writing/documents/words/replace-words.ts'
import { replaceWords } from './article-words.ts'

/** Articles per read; the search ends after this many characters. */
const readAtOnce = 20
const mostLetters = 4_000_000

/** Searches article by article. The next page continues after the last one. */
export async function findInArticles(tx: WorkspaceTx, query: QueryOf<typeof contract>) {
  const { find, matchCase, wholeWords, addresses, in: language, cursor, ...asked } = query
  const sought = { pattern: patternOf({ find, matchCase, wholeWords }), addresses }
  const ids = await findMatching(tx, asked, { afterId: readIdCursor(cursor), limit: mostLookedThrough })
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
  const { articleId: id, language, title, liveVersion, liveRevision, revision } = draft
  return [
    {
      ...{ id, language, title, count: places.length, places: places.slice(0, mostPlacesShown) },
      ...{ isLive: liveVersion !== null, hasChanges: liveRevision !== null && liveRevision !== revision },
    },
  ]
}
