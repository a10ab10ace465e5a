import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import {
  type CategoriesById,
  nameIn,
  type TopCategory,
} from '#server/knowledge-base/categories/categories/show-categories.ts'
import { audiencesOf, readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { asWhole, isFound, type Match, matchTexts, meantIn } from './asking/match-texts.ts'
import { type ArticlesInOrder, findArticles, findPostings, type Postings } from './asking/postings.ts'
import { type RankedArticle, rankArticles, readCompared } from './asking/rank-articles.ts'
import { type MatchDistance, quotedIn, reachesOf, readMisspelt, readQuestion } from './asking/read-question.ts'
import { findKeptCategories, type SearchScope, type SearchSettings, withSearchSettings } from './asking/search-cache.ts'
import { nearbyOf, type Term } from './asking/terms.ts'
import { noteSearch } from './log/note-search.ts'
import { showHits } from './show-found.ts'
import { splitWords } from './words/split-words.ts'

/** Number of best matches that are read to find the original spelling of a suggested word. */
const mostRead = 10

type SearchQuestion = {
  q: string
  language?: string | undefined
  topic?: string | undefined
  limit: number
  audience?: 'customers' | undefined
}
// Result of a search by words. `meant`: the corrections by word. `isOffered`: true if the corrections differ so much
// that they are only suggested.
type MatchedTexts = {
  matches: Match[]
  postings: Postings
  terms: Term[]
  language: string
  meant: Map<string, string | null> | null
  isOffered: boolean
}

/** Number of matches beyond the limit that are ranked, too. Word distance and ratings can move them into the result. */
const mostCompared = 5

export async function searchArticles(call: ReadCall, question: SearchQuestion) {
  const { language, results, ...found } = await searchUnlogged(call, question)
  noteSearch(call, { query: question.q, language, results, shown: found.items.map(({ id }) => id) })
  return found
}

/** Searches without a line in the search log, which shows what readers look for. */
export const searchUnlogged = (call: ReadCall, question: SearchQuestion) =>
  withSearchSettings(call.tx, (settings) => searchOn(settings, call, question))

async function searchOn(
  settings: SearchSettings,
  call: ReadCall,
  { q, language, topic, limit, audience }: SearchQuestion,
) {
  const { tx, caller } = call
  // `audience` can limit the search to what this audience may read. The result never contains articles that the caller
  // may not read.
  const reader = audience && audiencesOf(caller).includes(audience) ? readerOf(audience) : caller
  const first = settings.languages[0]!
  const place = { tx, reader, settings, language: language ?? first }
  const inFirst = settings.onMissing === 'first-language' && place.language !== first ? first : null
  const found = await findInLanguages(place, q, inFirst)
  const { isOffered, terms, postings, meant } = found
  const foundIn = { ...place, language: found.language }
  const most = isOffered ? mostRead : limit + mostCompared
  const nearby = nearbyOf(terms)
  const best = (matches: Match[]) => ({ matches: matches.slice(0, most), nearby })
  const [articles, categories, early] = await Promise.all([
    findArticles(foundIn, postings, isOffered ? found.matches.slice(0, mostRead) : found.matches),
    findKeptCategories(foundIn),
    // With a topic, the texts to compare are known only after the topics are found.
    topic === undefined ? readCompared(foundIn, postings, best(found.matches)) : null,
  ])
  const topics = isOffered ? [] : findTopics(found.matches, articles, categories, found.language)
  const matches = topic === undefined ? found.matches : withinTopic(found.matches, topics, topic)
  const compared = best(matches)
  const ranked = rankArticles(articles, compared, early ?? (await readCompared(foundIn, postings, compared)))
  const hits = isOffered ? ranked : ranked.slice(0, limit)
  const [results, total] = isOffered ? [0, 0] : [found.matches.length, matches.length]
  return {
    language: place.language,
    results,
    total,
    items: isOffered ? [] : showHits(call, hits, terms, found.language, first, categories),
    next: null,
    spelling: meant && spell(q, meant, hits, found.language),
    topics: topics.map(({ isOf: _, ...topic }) => topic),
  }
}

async function findInLanguages(place: SearchScope, q: string, inFirst: string | null): Promise<MatchedTexts> {
  const found = await findByWords(place, q)
  if (isSome(found) || !inFirst) return found
  const other = await findByWords({ ...place, language: inFirst }, q)
  return isSome(other) ? other : found
}

const isSome = ({ matches, isOffered }: MatchedTexts) => matches.length > 0 && !isOffered

// Finds texts by words. Replaces words without a match by corrections that match a text that the reader may read.
async function findByWords(place: SearchScope, q: string): Promise<MatchedTexts> {
  const { found, missing } = await findAsWritten(place, q)
  const { terms: asked } = found
  if (missing.length === 0) return found
  for (const reach of reachesOf(missing.map((term) => asked[term]!))) {
    const meant = await findMeant(place, asked, missing, reach)
    if (reach === 'near' && !meant) continue
    if (reach === 'far') return meant?.meant ? { ...found, ...meant, terms: asked, isOffered: true } : found
    if (meant && meant.matches.length > 0) return { ...found, ...meant }
  }
  return found
}

async function findAsWritten(place: SearchScope, q: string): Promise<{ found: MatchedTexts; missing: number[] }> {
  const { language } = place
  const read = await readQuestion(place, q)
  const quoted = quotedIn(q, language, read)
  const postings = await findPostings(place, [...read, ...quoted])
  const phrases = quoted.filter((term) => isThere(postings, term))
  const terms = [...read.map((term) => asWhole(postings, term)), ...phrases]
  const missing = terms.flatMap((term, at) => (isThere(postings, term) ? [] : [at]))
  const isAll = terms.length > 0 && missing.length === 0
  const matches = isAll ? matchTexts(postings, terms) : []
  return { found: { matches, postings, terms, language, meant: null, isOffered: false }, missing }
}

const isThere = (postings: Postings, { ways }: Term) => ways.some((way) => isFound(postings, way))

// Corrects the missing words and searches again. Returns null if `reach` is `near` and a word has no near correction.
async function findMeant(place: SearchScope, asked: Term[], missing: number[], reach: MatchDistance) {
  const missed = missing.map((term) => asked[term]!)
  const read = await readMisspelt(place, missed, reach)
  const terms = asked.map((term, at) => read[missing.indexOf(at)] ?? term)
  const postings = await findPostings(place, terms)
  if (reach === 'near' && !read.every((term) => isThere(postings, term))) return null
  const matches = matchTexts(postings, terms)
  const words = new Map(missing.map((term) => [terms[term]!.word, meantIn(postings, matches, terms, term)]))
  return { matches, postings, terms, meant: [...words.values()].some((word) => word !== null) ? words : null }
}

function spell(q: string, words: Map<string, string | null>, texts: RankedArticle[], language: string) {
  const meant = [...words.values()].filter((word) => word !== null)
  const written = writtenIn(texts, meant, language)
  let [spelled, end] = ['', 0]
  for (const token of splitWords(q, language)) {
    const word = words.get(token.word)
    spelled += q.slice(end, token.start) + (word ? (written.get(word) ?? word) : q.slice(token.start, token.end))
    end = token.end
  }
  return spelled + q.slice(end)
}

function writtenIn(texts: RankedArticle[], words: string[], language: string) {
  const written = new Map<string, string>()
  const wanted = new Set(words)
  for (const part of texts.flatMap(({ title, heading, body }) => [title, heading ?? '', body])) {
    if (wanted.size === 0) return written
    for (const { word, raw } of splitWords(part, language)) if (wanted.delete(word)) written.set(word, raw)
  }
  return written
}

/** Maximum number of other languages to search, because each language costs a full search. */
const mostLanguages = 5

export const findElsewhere = ({ tx, caller }: ReadCall, { q, language }: Pick<SearchQuestion, 'q' | 'language'>) =>
  withSearchSettings(tx, async (settings) => {
    const others = settings.languages.filter((other) => other !== language).slice(0, mostLanguages)
    const found: { language: string; count: number }[] = []
    for (const other of others) {
      const { matches } = (await findAsWritten({ tx, reader: caller, settings, language: other }, q)).found
      if (matches.length > 0) found.push({ language: other, count: matches.length })
    }
    return found
  })

function findTopics(matches: Match[], articles: ArticlesInOrder, categories: CategoriesById, language: string) {
  const topOf = ({ text }: Match) => categories.get(articles[text]?.categoryId ?? '')?.top
  const counts = new Map<TopCategory, number>()
  for (const match of matches) {
    const top = topOf(match)
    if (top) counts.set(top, (counts.get(top) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one.place - other.place)
    .map(([top, count]) => ({
      id: top.id,
      slug: top.slug,
      name: nameIn(top.texts, language),
      count,
      isOf: (match: Match) => topOf(match) === top,
    }))
}

type Topics = ReturnType<typeof findTopics>

const withinTopic = (matches: Match[], topics: Topics, topic: string): Match[] => {
  const chosen = topics.find(({ id, slug }) => id === topic || slug === topic)
  return chosen ? matches.filter(chosen.isOf) : []
}
