import type { ReadCall } from '#server/articles/show-article.ts'
import { audiencesOf, type Reader, readerOf } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Ground, onGround } from './asking/ground.ts'
import { meantIn, missingFrom, nudgeJudged, type Ranked, rankArticles } from './asking/rank-articles.ts'
import { type Reach, reachesOf, readMisspelt, readQuestion } from './asking/read-question.ts'
import { askedOf, type Term } from './asking/terms.ts'
import { findTopics, withinTopic } from './find-topics.ts'
import { noteSearch } from './log/note-search.ts'
import { findSections, type HitText, listHits } from './queries/search.ts'
import { showFound } from './show-found.ts'
import { splitWords } from './words/split-words.ts'

/** Texts in which it is looked up how a word is written. */
const mostRead = 10

export type Question = {
  q: string
  language?: string | undefined
  topic?: string | undefined
  limit: number
  audience?: 'customers' | undefined
}
type Place = { tx: WorkspaceTx; reader: Reader; ground: Ground; language: string }
/**
 * `meant` are the words that were taken for misspellings, with what was found for each. Where nothing was near enough to be
 * taken for it, the articles are not what was found, and what is nearest is only offered.
 */
type Found = {
  ranked: Ranked[]
  terms: Term[]
  language: string
  meant: Map<string, string | null> | null
  isOffered: boolean
}

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
  const found = await findInLanguages(place, { q, inFirst })
  const ranked = found.isOffered ? [] : found.ranked
  const finding = findTopics({ ...place, language: found.language }, ranked)
  const chosen = topic === undefined ? ranked : withinTopic(ranked, await finding, topic)
  const shown = found.isOffered ? found.ranked.slice(0, mostRead) : nudgeJudged(chosen).slice(0, limit)
  const [topics, texts] = await Promise.all([finding, listHits(tx, reader, found.language, shown)])
  const told = topics.map(({ articleIds: _, ...topic }) => topic)
  return {
    ...{ language: place.language, results: ranked.length },
    items: found.isOffered ? [] : showFound(call, { ...found, first, hits: shown }, texts),
    ...{ next: null, spelling: found.meant && spell({ q, words: found.meant }, texts, found.language) },
    ...{ total: chosen.length, topics: told },
  }
}

/** Where nothing is found in a language whose missing texts are shown in the first one, that one is searched. */
async function findInLanguages(place: Place, { q, inFirst }: { q: string; inFirst: string | null }): Promise<Found> {
  const found = await findByWords(place, q)
  if (isSome(found) || !inFirst) return found
  const other = await findByWords({ ...place, language: inFirst }, q)
  return isSome(other) ? other : found
}

const isSome = ({ ranked, isOffered }: Found) => ranked.length > 0 && !isOffered

/**
 * Words that stand in nothing that the reader finds are taken for misspellings. Whether they stand in what the reader may
 * not find changes nothing of it.
 */
async function findByWords(place: Place, q: string): Promise<Found> {
  const { tx, reader, language } = place
  const asked = await readQuestion(place, q)
  const found: Found = { ranked: [], terms: asked, language, meant: null, isOffered: false }
  if (asked.length === 0) return found
  const sections = await findSections(tx, reader, language, askedOf(asked))
  const missing = missingFrom(sections, asked)
  if (missing.length === 0) return { ...found, ranked: rankArticles(sections, asked) }
  for (const reach of reachesOf(missing.map((term) => asked[term]!))) {
    const meant = await findMeant(place, { asked, missing, reach })
    if (reach === 'far') return meant.meant ? { ...found, ...meant, terms: asked, isOffered: true } : found
    if (reach === 'usual' ? meant.ranked.length > 0 : meant.isWhole) return { ...found, ...meant }
  }
  return found
}

type Meaning = { asked: Term[]; missing: number[]; reach: Reach }

async function findMeant({ tx, reader, language }: Place, { asked, missing, reach }: Meaning) {
  const missed = missing.map((term) => asked[term]!)
  const read = await readMisspelt(tx, missed, language, reach)
  const terms = asked.map((term, at) => read[missing.indexOf(at)] ?? term)
  const sections = await findSections(tx, reader, language, askedOf(terms))
  const ranked = rankArticles(sections, terms)
  const words = new Map(missing.map((term) => [terms[term]!.word, meantIn(sections, ranked, terms, term)]))
  const isWhole = missing.every((term) => ranked.some(({ has }) => has[term]! > 0))
  return { ranked, terms, meant: [...words.values()].some((word) => word !== null) ? words : null, isWhole }
}

/** The question with the words that were meant, as the texts that were found write them. */
function spell({ q, words }: { q: string; words: Map<string, string | null> }, texts: HitText[], language: string) {
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
