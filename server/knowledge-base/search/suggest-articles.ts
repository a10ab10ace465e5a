import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import { hasTerm, type Match, matchTexts } from './asking/match-texts.ts'
import { findArticles, findPostings } from './asking/postings.ts'
import { rankArticles, readCompared } from './asking/rank-articles.ts'
import { readText } from './asking/read-question.ts'
import { findKeptCategories, type SearchSettings, withSearchSettings } from './asking/search-cache.ts'
import type { Term } from './asking/terms.ts'
import { showHits } from './show-found.ts'

const mostShown = 5
const mostCompared = 10
const leastShare = 0.35

type SuggestInput = { text: string; language?: string | undefined; reader?: Reader }

export const suggestArticles = (call: ReadCall, input: SuggestInput) =>
  withSearchSettings(call.tx, (settings) => suggestOn(settings, call, input))

async function suggestOn(settings: SearchSettings, call: ReadCall, input: SuggestInput) {
  const { text, language: wanted, reader = call.caller } = input
  const { tx } = call
  const [first] = settings.languages
  const language = wanted ?? first!
  const terms = await readText({ tx, language, settings }, text)
  if (terms.length === 0) return []
  const place = { tx, reader, settings, language }
  const postings = await findPostings(place, terms)
  const matches = matchTexts(postings, terms).filter((match) => isTelling(match, terms))
  // The terms are sorted by rarity and not by their position in the text, so the distance between them has no meaning.
  const compared = { matches: matches.slice(0, mostCompared), nearby: [] }
  const [articles, categories, read] = await Promise.all([
    findArticles(place, postings, compared.matches),
    findKeptCategories(place),
    readCompared(place, postings, compared),
  ])
  const ranked = rankArticles(articles, compared, read)
  const near = ranked.filter(({ score }) => score >= ranked[0]!.score * leastShare)
  return showHits(call, near.slice(0, mostShown), terms, language, first!, categories)
}

/** Returns whether a text matches at least two of the terms, or the only term. */
const isTelling = (match: Match, terms: Term[]) =>
  terms.filter((_, place) => hasTerm(match, place)).length >= Math.min(2, terms.length)
