import type { FoundSection } from '#server/article-search/queries/search.ts'
import { itemsOf, type Term } from './terms.ts'

/** An article by its best section. */
export type Ranked = Pick<FoundSection, 'articleId' | 'position' | 'choices' | 'helpful' | 'unhelpful'> & {
  score: number
  /** Of the terms, by place. */
  has: number[]
}

/** How much of an article's rank is that of its best section, and how much what all of it has. */
const bestShare = 0.65
const nearShare = 0.15

/** The articles, best first: with all words over some, and of those what stands in titles over headings over texts. */
export function rankArticles(sections: FoundSection[], terms: Term[]): Ranked[] {
  const items = itemsOf(terms)
  const valued = sections.map((section) => ({ ...section, values: valuesOf(section, items, terms.length) }))
  const isFound = terms.map((_, term) => valued.some(({ values }) => values[term]! > 0))
  const weights = terms.map(({ weight }, term) => (isFound[term] ? weight : 0))
  const all = sum(weights)
  const pairs = Math.max(1, terms.length - 1)
  const articles = [...Map.groupBy(valued, ({ articleId }) => articleId)].map(([articleId, own]) => {
    const scores = own.map(({ values, nearness }) => sum(values) / all + (nearShare * nearness) / pairs)
    const best = scores.reduce((top, _, at) => (isBetter(own, scores, at, top) ? at : top), 0)
    const has = terms.map((_, term) => Math.max(...own.map(({ values }) => values[term]!)))
    const coverage = sum(weights.filter((_, term) => has[term]! > 0)) / all
    const score = (bestShare * scores[best]! + ((1 - bestShare) * sum(has)) / all) * (0.2 + 0.8 * coverage ** 2)
    const { position, choices, helpful, unhelpful } = own[best]!
    return { articleId, position, choices, helpful, unhelpful, score, has }
  })
  return byScore(articles)
}

const byScore = (articles: Ranked[]) =>
  articles.toSorted((one, other) => other.score - one.score || (one.articleId < other.articleId ? -1 : 1))

/** More than one network can ever bring, of which each counts once a day and fades by half in a week: that is below 11. */
const fewChoices = 12
const manyChoices = 100
/** Fewer say nothing yet, and of so many more a verdict counts by half. */
const fewVotes = 5
const halfVotes = 20
/** Together they part two articles by at most two of a hundred; a better match is ahead by more. */
const mostNudge = { choices: 0.012, votes: 0.008 }

/** Of matches that are as good as each other, what readers choose the most and find helpful comes first. */
export const nudgeJudged = (ranked: Ranked[]): Ranked[] =>
  byScore(
    ranked.map((article) => {
      const nudge = mostNudge.choices * popularityOf(article) + mostNudge.votes * helpfulnessOf(article)
      return { ...article, score: article.score * (1 + nudge) }
    }),
  )

/** From 0 to 1. */
function popularityOf({ choices }: Ranked): number {
  const many = Math.log(Math.max(1, (choices ?? 0) / fewChoices))
  return Math.min(1, many / Math.log(manyChoices / fewChoices))
}

/** From 0 to 1, and the middle where nobody said. */
function helpfulnessOf({ helpful, unhelpful }: Ranked): number {
  const [yes, no] = [helpful ?? 0, unhelpful ?? 0]
  const all = yes + no
  return all < fewVotes ? 0.5 : 0.5 + (yes - no) / (all + halfVotes) / 2
}

/** How many of a hundred readers it helped, of those who said so; null where they are too few to say. */
export function helpfulShareOf({ helpful, unhelpful }: Pick<Ranked, 'helpful' | 'unhelpful'>): number | null {
  const all = (helpful ?? 0) + (unhelpful ?? 0)
  return all < fewVotes ? null : Math.round((100 * helpful!) / all)
}

type Valued = FoundSection & { values: number[] }

/** Of two that are worth the same, the one that comes first. */
function isBetter(own: Valued[], scores: number[], at: number, top: number): boolean {
  const more = scores[at]! - scores[top]!
  return more > 1e-6 || (Math.abs(more) <= 1e-6 && own[at]!.position < own[top]!.position)
}

/** What each term is worth in a section: by the best of the ways in which it stands there. */
function valuesOf({ ranks }: FoundSection, items: ReturnType<typeof itemsOf>, count: number): number[] {
  const values = Array<number>(count).fill(0)
  for (const [at, { term, factor }] of items.entries()) values[term] = Math.max(values[term]!, ranks[at]! * factor)
  return values
}

/** Terms that were not found in anything, but for their misspellings. */
export function missingFrom(sections: FoundSection[], terms: Term[]): number[] {
  const items = itemsOf(terms)
  const isFound = (term: number) =>
    sections.some(({ ranks }) => items.some((item, at) => item.term === term && item.kind !== 'typo' && ranks[at]! > 0))
  return terms.flatMap((_, term) => (isFound(term) ? [] : [term]))
}

/** What a term was found by in the article that fits best, where that is a misspelling and nothing else. */
export function meantIn(sections: FoundSection[], ranked: Ranked[], terms: Term[], term: number): string | null {
  const items = itemsOf(terms).map((item, at) => ({ ...item, at }))
  const own = items.filter((item) => item.term === term)
  const best = ranked.find(({ has }) => has[term]! > 0)
  const worth = (at: number) =>
    Math.max(...sections.filter(({ articleId }) => articleId === best?.articleId).map(({ ranks }) => ranks[at]!))
  const [first] = own.toSorted((one, other) => worth(other.at) * other.factor - worth(one.at) * one.factor)
  return best && first?.kind === 'typo' ? first.words[0]! : null
}

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
