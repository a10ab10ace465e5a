import type { MarkedText, ReadingPages, SearchHit } from '#contract/knowledge-base/reading.ts'
import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import { pathsIn, type ReadingPaths } from '#server/knowledge-base/reading/asking/paths.ts'
import { listLatest, listPinned, listPopular } from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { findElsewhere, searchArticles } from '#server/knowledge-base/search/search-articles.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { everyEdition, frameOf, headOf, lineIn } from './frame.ts'

const most = { found: 50, others: 6 }

type HelpCentreSearch = { words: string; topic: string | null }

type SearchCall = ReadingCall & { reader: Caller }

export async function composeSearch(call: SearchCall, search: HelpCentreSearch): Promise<ReadingPages['search']> {
  const { space, paths, words: own } = call
  const { words } = search
  const { items, spelling, total, topics } = words ? await find(call, search) : nothing
  const editions = everyEdition(call, (other) => pathsIn(other, space.first).search(words))
  return {
    frame: frameOf(call, editions),
    head: headOf(call, {
      title: [...(words ? [words] : []), own.search, own.helpOf(space.workspace.name)].join(' · '),
      path: null,
      editions: [],
      isIndexed: false,
    }),
    body: {
      words,
      found: items.map((item) => lineOf(item, paths, words)),
      total,
      topics: topicsIn(topics, paths, search),
      spelling: spelling ? { words: spelling, path: paths.search(spelling) } : null,
      elsewhere: words && items.length === 0 ? await listElsewhere(call, words) : [],
      others: items.length > 0 ? [] : await listOthers(call),
      askPath: `/customer/tickets/create${words ? `?subject=${encodeURIComponent(words)}` : ''}`,
    },
  }
}

const find = ({ tx, reader, platform, language }: SearchCall, { words: q, topic }: HelpCentreSearch) =>
  searchArticles({ tx, platform, caller: reader }, { q, language, topic: topic ?? undefined, limit: most.found })
type SearchResults = Awaited<ReturnType<typeof find>>
const nothing: Pick<SearchResults, 'items' | 'spelling' | 'total' | 'topics'> = {
  items: [],
  spelling: null,
  total: 0,
  topics: [],
}

function topicsIn(topics: SearchResults['topics'], paths: ReadingPaths, { words, topic }: HelpCentreSearch) {
  if (topics.length < 2 && topic === null) return []
  const linkTo = (name: string | null, count: number, slug: string | null) => ({
    name,
    count,
    path: paths.search(words, slug),
    isCurrent: slug === topic,
  })
  return [linkTo(null, 0, null), ...topics.map(({ name, count, slug }) => linkTo(name, count, slug))]
}

async function listElsewhere({ tx, reader, platform, space, language }: SearchCall, q: string) {
  const found = await findElsewhere({ tx, platform, caller: reader }, { q, language })
  return found.map((other) => ({ ...other, path: pathsIn(other.language, space.first).search(q) }))
}

async function listOthers({ tx, reader, edition, paths }: ReadingCall) {
  for (const list of [listPopular, listPinned, listLatest]) {
    const others = await list(tx, reader, edition, most.others)
    if (others.length > 0) return others.map(lineIn(paths))
  }
  return []
}

const lineOf = (
  { id, title, slug, language, heading, anchor, excerpt, category, helpfulShare, marks }: ArticleHit,
  paths: ReadingPaths,
  words: string,
): SearchHit => ({
  id,
  path: paths.found(slug, words) + (anchor ? `#${encodeURIComponent(anchor)}` : ''),
  language,
  title: markIn(title, marks.title),
  heading: heading ? markIn(heading, marks.heading) : null,
  excerpt: markIn(excerpt, marks.excerpt),
  category: category?.name ?? null,
  helpfulShare,
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
