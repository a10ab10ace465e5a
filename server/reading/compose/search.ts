import type { FoundArticle } from '#contract/article-search.ts'
import type { FoundLine, MarkedText, ReadingPages } from '#contract/reading.ts'
import { searchArticles } from '#server/article-search/search-articles.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { type Paths, pathsIn } from '#server/reading/asking/paths.ts'
import { listLatest, listPinned, listPopular } from '#server/reading/queries/texts.ts'
import { type ReadingCall, wordsIn } from '#server/reading/space.ts'
import { editionOf, lineIn } from './edition.ts'
import { everyEdition, frameOf, headOf } from './frame.ts'

const most = { found: 20, others: 6 }

/** What the reader finds by words, and what else there is where that is nothing. */
/** Who searches is somebody whom limits are for. */
type SearchCall = ReadingCall & { reader: Caller }

export async function composeSearch(call: SearchCall, words: string): Promise<ReadingPages['search']> {
  const { space, language } = call
  const [paths, own] = [pathsIn(language, space.first), wordsIn(call)]
  const { items, spelling } = words ? await find(call, words) : { items: [], spelling: null }
  const editions = everyEdition(call, (other) => pathsIn(other, space.first).search(words))
  return {
    frame: frameOf(call, editions),
    head: headOf(call, {
      title: [...(words ? [words] : []), own.search, own.helpOf(space.workspace.name)].join(' · '),
      ...{ path: null, editions: [], isIndexed: false },
    }),
    body: {
      words,
      found: items.map((item) => lineOf(item, paths)),
      spelling: spelling ? { words: spelling, path: paths.search(spelling) } : null,
      others: items.length > 0 ? [] : await listOthers(call, paths),
      askPath: `/customer/tickets/create${words ? `?subject=${encodeURIComponent(words)}` : ''}`,
    },
  }
}

const find = ({ tx, reader, platform, language }: SearchCall, q: string) =>
  searchArticles({ tx, platform, caller: reader }, { q, language, limit: most.found })

async function listOthers({ tx, reader, ...call }: ReadingCall, paths: Paths) {
  const edition = editionOf({ tx, reader, ...call })
  for (const list of [listPopular, listPinned, listLatest]) {
    const others = await list(tx, reader, edition, most.others)
    if (others.length > 0) return others.map(lineIn(paths))
  }
  return []
}

/** It leads to the section that fits. */
const lineOf = (
  { id, title, slug, language, heading, anchor, excerpt, category, marks }: FoundArticle,
  paths: Paths,
): FoundLine => ({
  id,
  path: paths.article(slug) + (anchor ? `#${encodeURIComponent(anchor)}` : ''),
  language,
  title: markIn(title, marks.title),
  heading: heading ? markIn(heading, marks.heading) : null,
  excerpt: markIn(excerpt, marks.excerpt),
  category: category?.name ?? null,
})

function markIn(text: string, ranges: [number, number][]): MarkedText {
  const parts: MarkedText = []
  let end = 0
  const add = (to: number, isFound: boolean) => {
    if (to > end) parts.push({ text: text.slice(end, to), isFound })
    end = to
  }
  for (const [from, to] of ranges) {
    add(from, false)
    add(to, true)
  }
  add(text.length, false)
  return parts
}
