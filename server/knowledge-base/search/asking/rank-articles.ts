import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import { type ReadSection, readSections, type ShownArticle } from '#server/knowledge-base/search/queries/search.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { type Match, scoreOf } from './match-texts.ts'
import type { FoundArticles, Postings } from './postings.ts'

/** An article by its best section. */
export type Ranked = ShownArticle & ReadSection & { score: number }

/** What it is worth that words stand near each other, where all of them do. */
const nearShare = 0.15

type Place = { tx: WorkspaceTx; reader: Reader; language: string }
/** `nearby` is what is worth something where it stands near each other. */
type Compared = { matches: Match[]; nearby: string[] }
/** Sections that were read, by their places from 1. */
type ReadSections = Map<number, ReadSection>

/** Of so many, those that fit best, two sections are looked at, in one of which the words may stand nearer to each other. */
const mostTwice = 5

/** Reads what texts are compared by. */
export async function readCompared(
  { tx, reader, language }: Place,
  postings: Postings,
  { matches, nearby }: Compared,
): Promise<ReadSections> {
  if (matches.length === 0) return new Map()
  const places = matches.flatMap(({ best, second }, at) => (second > 0 && at < mostTwice ? [best, second] : [best]))
  const ids = places.map((place) => postings.ids[place - 1]!)
  const rows = await readSections(tx, reader, language, { ids, nearby })
  return new Map(rows.map((row) => [places[row.place - 1]!, row]))
}

/** The articles of texts of which the sections were read, best first. */
export function rankArticles(articles: FoundArticles, { matches, nearby }: Compared, read: ReadSections): Ranked[] {
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

type Shared = { share: number; position: number }

/** Of two that are worth the same, the one that comes first. */
function isBetter(one: Shared, other: Shared): boolean {
  const more = one.share - other.share
  return more > 1e-6 || (Math.abs(more) <= 1e-6 && one.position < other.position)
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
const nudgeJudged = (ranked: Ranked[]): Ranked[] =>
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
