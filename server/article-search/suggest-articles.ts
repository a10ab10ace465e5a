import type { ReadCall } from '#server/articles/show-article.ts'
import type { Reader } from '#server/knowledge-base/visibility.ts'
import { type Ground, onGround } from './asking/ground.ts'
import { rankArticles } from './asking/rank-articles.ts'
import { readText } from './asking/read-question.ts'
import { askedOf, type Term } from './asking/terms.ts'
import { findSections, listHits } from './queries/search.ts'
import { showFound } from './show-found.ts'

const mostShown = 5
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
  // The words come by how rare they are, so it says nothing which two stand beside each other.
  const sections = await findSections(tx, reader, language, { ...askedOf(terms), nearby: [] })
  const ranked = rankArticles(sections, terms).filter(({ has }) => isTelling(has, terms))
  const near = ranked.filter(({ score }) => score >= ranked[0]!.score * leastShare)
  const hits = near.slice(0, mostShown)
  return showFound(call, { terms, language, first: first!, hits }, await listHits(tx, reader, language, hits))
}

/** One word of a text says little; two of it, or its only one. */
const isTelling = (has: number[], terms: Term[]) => has.filter((value) => value > 0).length >= Math.min(2, terms.length)
