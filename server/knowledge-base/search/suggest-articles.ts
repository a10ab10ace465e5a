import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import { findKeptCategories, type Ground, onGround } from './asking/ground.ts'
import { hasTerm, type Match, matchTexts } from './asking/match-texts.ts'
import { findArticles, findPostings } from './asking/postings.ts'
import { rankArticles, readCompared } from './asking/rank-articles.ts'
import { readText } from './asking/read-question.ts'
import type { Term } from './asking/terms.ts'
import { showFound } from './show-found.ts'

const mostShown = 5
const mostCompared = 10
/** Of the best one's score: what is far behind it helps nobody. */
const leastShare = 0.35

/** Articles that may answer a text that is being written. Nobody keeps what it says. */
export const suggestArticles = (call: ReadCall, request: Request) =>
  onGround(call.tx, (ground) => suggestOn(ground, call, request))

/** `reader` is for whom they are, where that is not who asks. */
type Request = { text: string; language?: string | undefined; reader?: Reader }

async function suggestOn(ground: Ground, call: ReadCall, { text, language: wanted, reader = call.caller }: Request) {
  const { tx } = call
  const [first] = ground.languages
  const language = wanted ?? first!
  const terms = await readText({ tx, language, ground }, text)
  if (terms.length === 0) return []
  const place = { tx, reader, ground, language }
  const postings = await findPostings(place, terms)
  const matches = matchTexts(postings, terms).filter((match) => isTelling(match, terms))
  // The words come by how rare they are, so it says nothing which two stand beside each other.
  const compared = { matches: matches.slice(0, mostCompared), nearby: [] }
  const [articles, categories, read] = await Promise.all([
    findArticles(place, postings, compared.matches),
    findKeptCategories(place),
    readCompared(place, postings, compared),
  ])
  const ranked = rankArticles(articles, compared, read)
  const near = ranked.filter(({ score }) => score >= ranked[0]!.score * leastShare)
  return showFound(call, { terms, language, first: first!, categories }, near.slice(0, mostShown))
}

/** One word of a text says little; two of it, or its only one. */
const isTelling = (match: Match, terms: Term[]) =>
  terms.filter((_, place) => hasTerm(match, place)).length >= Math.min(2, terms.length)
