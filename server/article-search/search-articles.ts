import type { ReadCall } from '#server/articles/show-article.ts'
import { audiencesOf, type Reader, readerOf } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Ground, onGround } from './asking/ground.ts'
import { meantIn, missingFrom, nudgeJudged, type Ranked, rankArticles } from './asking/rank-articles.ts'
import { readMisspelt, readQuestion } from './asking/read-question.ts'
import { askedOf, type Term } from './asking/terms.ts'
import { findTopics, withinTopic } from './find-topics.ts'
import { noteSearch } from './log/note-search.ts'
import { findSections, listHits } from './queries/search.ts'
import { showFound } from './show-found.ts'
import { splitWords } from './words/split-words.ts'

/** So many sections with every word, in titles, and with some of the words are ranked. */
const mostRanked = 100

export type Question = {
  q: string
  language?: string | undefined
  topic?: string | undefined
  limit: number
  audience?: 'customers' | undefined
}
type Place = { tx: WorkspaceTx; reader: Reader; ground: Ground; language: string }
type Found = { ranked: Ranked[]; terms: Term[]; language: string; spelling: string | null }

/** What a reader finds by words, noted for those who look for what is missing. */
export async function searchArticles(call: ReadCall, question: Question) {
  const { language, results, ...found } = await onGround(call.tx, (ground) => searchOn(ground, call, question))
  noteSearch(call, { query: question.q, language, results, shown: found.items.map(({ id }) => id) })
  return found
}

async function searchOn(ground: Ground, call: ReadCall, { q, language, topic, limit, audience }: Question) {
  const { tx, caller } = call
  // Nobody finds more by it.
  const reader = audience && audiencesOf(caller).includes(audience) ? readerOf(audience) : caller
  const first = ground.languages[0]!
  const place = { tx, reader, ground, language: language ?? first }
  const inFirst = ground.onMissing === 'first-language' && place.language !== first ? first : null
  const { ranked, spelling, ...found } = await findInLanguages(place, { q, inFirst })
  const finding = findTopics({ ...place, language: found.language }, ranked)
  const chosen = topic === undefined ? ranked : withinTopic(ranked, await finding, topic)
  const showing = showFound(call, { ...found, first, reader }, nudgeJudged(chosen).slice(0, limit))
  const [topics, items] = await Promise.all([finding, showing])
  const told = topics.map(({ articleIds: _, ...topic }) => topic)
  const noted = { language: place.language, results: ranked.length }
  return { ...noted, items, next: null, spelling, total: chosen.length, topics: told }
}

/** Where nothing is found in a language whose missing texts are shown in the first one, that one is searched. */
async function findInLanguages(place: Place, { q, inFirst }: { q: string; inFirst: string | null }): Promise<Found> {
  const found = await findByWords(place, q)
  if (found.ranked.length > 0 || !inFirst) return found
  const other = await findByWords({ ...place, language: inFirst }, q)
  return other.ranked.length > 0 ? other : found
}

/**
 * Words that stand in nothing that the reader finds are taken for misspellings. Whether they stand in what the reader may
 * not find changes nothing of it.
 */
async function findByWords(place: Place, q: string): Promise<Found> {
  const { tx, reader, language } = place
  const asked = await readQuestion(place, q)
  const nothing: Found = { ranked: [], terms: asked, language, spelling: null }
  if (asked.length === 0) return nothing
  const sections = await findSections(tx, reader, language, { ...askedOf(asked), most: mostRanked })
  const missing = missingFrom(sections, asked)
  if (missing.length === 0) return { ...nothing, ranked: rankArticles(sections, asked) }
  const meant = await findMeant(place, { q, asked, missing, more: 0 })
  if (meant.ranked.length > 0) return meant
  // Nothing is near enough to be taken for it, so what is nearest is only offered.
  const { spelling } = await findMeant(place, { q, asked, missing, more: 1 })
  return { ...nothing, spelling }
}

type Meaning = { q: string; asked: Term[]; missing: number[]; more: number }

async function findMeant({ tx, reader, language }: Place, { q, asked, missing, more }: Meaning): Promise<Found> {
  const missed = missing.map((term) => asked[term]!)
  const meant = await readMisspelt(tx, missed, language, more)
  const terms = asked.map((term, at) => meant[missing.indexOf(at)] ?? term)
  const sections = await findSections(tx, reader, language, { ...askedOf(terms), most: mostRanked })
  const ranked = rankArticles(sections, terms)
  const words = new Map(missing.map((term) => [terms[term]!.word, meantIn(sections, ranked, terms, term)]))
  const isMeant = [...words.values()].some((word) => word !== null)
  const spelling = isMeant ? await spell({ tx, reader, language }, ranked, { q, words }) : null
  return { ranked, terms, language, spelling }
}

/** The question with the words that were meant, as the texts that were found write them. */
async function spell(
  { tx, reader, language }: Omit<Place, 'ground'>,
  ranked: Ranked[],
  { q, words }: { q: string; words: Map<string, string | null> },
): Promise<string> {
  const texts = await listHits(tx, reader, language, ranked.slice(0, 10))
  const written = new Map(
    texts
      .flatMap(({ body, heading, title }) => splitWords(`${body} ${heading ?? ''} ${title}`, language))
      .map(({ word, raw }) => [word, raw]),
  )
  let [spelled, end] = ['', 0]
  for (const token of splitWords(q, language)) {
    const word = words.get(token.word)
    spelled += q.slice(end, token.start) + (word ? (written.get(word) ?? word) : q.slice(token.start, token.end))
    end = token.end
  }
  return spelled + q.slice(end)
}
