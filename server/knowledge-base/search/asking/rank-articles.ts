import { type ReadSection, readSections, type SearchArticle } from '#server/knowledge-base/search/queries/search.ts'
import { type Match, scoreOf } from './match-texts.ts'
import type { ArticlesInOrder, Postings } from './postings.ts'
import type { SearchScope } from './search-cache.ts'

export type RankedArticle = SearchArticle & ReadSection & { score: number }

/** Maximum bonus for a section in which query words are close together. */
const nearShare = 0.15

// `nearby` contains pairs of query words as tsqueries. A section with such a pair close together gets a higher score.
type Compared = { matches: Match[]; nearby: string[] }
/** The sections that were read, by their position in `Postings.ids`, counted from 1. */
type ReadSections = Map<number, ReadSection>

/** Number of best texts whose second-best section is read, too. The query words can be closer together there. */
const mostTwice = 5

export async function readCompared(
  { tx, reader, language }: Omit<SearchScope, 'settings'>,
  postings: Postings,
  { matches, nearby }: Compared,
): Promise<ReadSections> {
  if (matches.length === 0) return new Map()
  const places = matches.flatMap(({ best, second }, at) => (second > 0 && at < mostTwice ? [best, second] : [best]))
  const ids = places.map((place) => postings.ids[place - 1]!)
  const rows = await readSections(tx, reader, language, { ids, nearby })
  return new Map(rows.map((row) => [places[row.place - 1]!, row]))
}

export function rankArticles(
  articles: ArticlesInOrder,
  { matches, nearby }: Compared,
  read: ReadSections,
): RankedArticle[] {
  const withNearness = (place: number, share: number) => {
    const section = read.get(place)
    const near = (nearShare * (section?.nearness ?? 0)) / Math.max(1, nearby.length)
    return section && { section, position: section.position, share: share + near }
  }
  return nudgeJudged(
    matches.flatMap((match) => {
      const article = articles[match.text]
      const one = withNearness(match.best, match.bestShare)
      const other = withNearness(match.second, match.secondShare)
      const chosen = one && other ? (isBetter(other, one) ? other : one) : (one ?? other)
      if (!article || !chosen) return []
      return [{ ...article, ...chosen.section, score: scoreOf(match, chosen.share) }]
    }),
  )
}

type ShareAtPosition = { share: number; position: number }

function isBetter(one: ShareAtPosition, other: ShareAtPosition): boolean {
  const more = one.share - other.share
  return more > 1e-6 || (Math.abs(more) <= 1e-6 && one.position < other.position)
}

const byScore = (articles: RankedArticle[]) =>
  articles.toSorted((one, other) => other.score - one.score || (one.articleId < other.articleId ? -1 : 1))

// Number of choices from which on choices raise the score of an article. A single network cannot reach this number: it
// adds at most one choice a day, and counts halve each week.
const fewChoices = 12
const manyChoices = 100
// Articles with fewer ratings than `fewVotes` are treated as neutral. With `halfVotes` ratings, ratings have half of
// their full effect.
const fewVotes = 5
const halfVotes = 20
// Maximum shares by which choices and ratings raise a score: together two percent, so that they decide only between
// almost equal matches.
const mostNudge = { choices: 0.012, votes: 0.008 }

const nudgeJudged = (ranked: RankedArticle[]): RankedArticle[] =>
  byScore(
    ranked.map((article) => {
      const nudge = mostNudge.choices * popularityOf(article) + mostNudge.votes * helpfulnessOf(article)
      return { ...article, score: article.score * (1 + nudge) }
    }),
  )

function popularityOf({ choices }: RankedArticle): number {
  const many = Math.log(Math.max(1, (choices ?? 0) / fewChoices))
  return Math.min(1, many / Math.log(manyChoices / fewChoices))
}

function helpfulnessOf({ helpful, unhelpful }: RankedArticle): number {
  const [yes, no] = [helpful ?? 0, unhelpful ?? 0]
  const all = yes + no
  return all < fewVotes ? 0.5 : 0.5 + (yes - no) / (all + halfVotes) / 2
}

/** Returns the share of helpful ratings in percent, or null if there are fewer than `fewVotes` ratings. */
export function helpfulShareOf({ helpful, unhelpful }: Pick<RankedArticle, 'helpful' | 'unhelpful'>): number | null {
  const all = (helpful ?? 0) + (unhelpful ?? 0)
  return all < fewVotes ? null : Math.round((100 * helpful!) / all)
}
