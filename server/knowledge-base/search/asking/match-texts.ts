import type { PostingList, Postings } from './postings.ts'
import { factorOf, queriesIn, type Term, type TermSpelling } from './terms.ts'

/**
 * A text that matches some terms. `terms` is a bit mask of the matched terms. `best` and `second` are its two best
 * sections, counted from 1 (0 if there is none). Shares and `rest` are scores divided by the maximum score. `rest`
 * counts each term in its best section. `coverage` is the matched share of the query.
 */
export type Match = {
  text: number
  terms: number
  best: number
  bestShare: number
  second: number
  secondShare: number
  rest: number
  coverage: number
}

export const hasTerm = ({ terms }: Match, place: number) => (terms & (1 << place)) !== 0

const mostTexts = 100
// Limits for the search for candidate texts. The list of the rarest term is used completely, the next ones up to
// `mostEntries` sections in total. Of other lists, only `mostTitles` titles are used.
const mostEntries = 4000
const mostTitles = 400

/** Weight of the best section in the score. The score of the whole text has the remaining weight. */
const shareOfBest = 0.65

/** Returns the score of a text. A text that lacks some words of the query gets a lower score. */
export const scoreOf = ({ rest, coverage }: Pick<Match, 'rest' | 'coverage'>, share: number) =>
  (shareOfBest * share + (1 - shareOfBest) * rest) * (0.2 + 0.8 * coverage ** 2)

const weightsOf = (postings: Postings, terms: Term[]) =>
  terms.map(({ ways, weight }) => (ways.some((way) => isFound(postings, way)) ? weight : 0))

export const isFound = (postings: Postings, way: TermSpelling) =>
  queriesIn(way).some((query) => postings.of(query).sections.some((section) => !isGone(postings, section)))

/**
 * Returns a term that matches only the full code or number of the word, if a text contains it. Otherwise returns the
 * term unchanged.
 */
export function asWhole(postings: Postings, term: Term): Term {
  const way: TermSpelling | null = term.whole ? { kind: 'same', words: [term.whole], phrases: [] } : null
  return way && isFound(postings, way) ? { ...term, ways: [way] } : term
}

const isGone = ({ gone, textOf }: Postings, section: number) => gone[textOf[section]!] === 1

// Buffers that all queries reuse, which is safe because a query runs synchronously. All values are zero after each
// query, except in the last three buffers.
const buffers = {
  /** By section: the score of the current term, and the sum of the scores of all terms. */
  ofTerm: new Float32Array(0),
  total: new Float32Array(0),
  /** By text: whether the text is a candidate, its two best sections (counted from 1), and its score for each term. */
  isCandidate: new Uint8Array(0),
  best: new Uint32Array(0),
  second: new Uint32Array(0),
  termScores: new Float32Array(0),
  /** Lists of section and text numbers: sections with the current term, sections with any term, and candidate texts. */
  sectionsWithTerm: new Uint32Array(0),
  sections: new Uint32Array(0),
  texts: new Uint32Array(0),
}

export function matchTexts(postings: Postings, terms: Term[]): Match[] {
  const lists = terms.map((term) => listsOf(postings, term))
  growBuffers(postings, terms.length)
  const texts = findCandidates(postings, lists)
  const sections = sumUp(postings, lists)
  findBest(postings, sections)
  const matches = chooseTexts(texts, weightsOf(postings, terms))
  clear(postings, { texts, sections, terms: terms.length })
  return matches
}

function clear(postings: Postings, used: { texts: number; sections: number; terms: number }) {
  const { total, sections, isCandidate, best, second, termScores, texts } = buffers
  for (let at = 0; at < used.sections; at += 1) total[sections[at]!] = 0
  for (let at = 0; at < used.texts; at += 1) {
    const text = texts[at]!
    isCandidate[text] = 0
    best[text] = 0
    second[text] = 0
  }
  // A single `fill` of this buffer is faster than clearing the entries of each candidate text.
  termScores.fill(0, 0, postings.texts * used.terms)
}

function growBuffers({ ids, texts }: Postings, terms: number) {
  if (buffers.total.length < ids.length) {
    const length = Math.ceil(ids.length * 1.5)
    Object.assign(buffers, { ofTerm: new Float32Array(length), total: new Float32Array(length) })
    Object.assign(buffers, { sectionsWithTerm: new Uint32Array(length), sections: new Uint32Array(length) })
  }
  if (buffers.best.length < texts) {
    const length = Math.ceil(texts * 1.5)
    Object.assign(buffers, { isCandidate: new Uint8Array(length), texts: new Uint32Array(length) })
    Object.assign(buffers, { best: new Uint32Array(length), second: new Uint32Array(length) })
  }
  if (buffers.termScores.length < texts * terms) buffers.termScores = new Float32Array(Math.ceil(texts * terms * 1.5))
}

type WeightedPostings = PostingList & { factor: number }

const listsOf = (postings: Postings, term: Term): WeightedPostings[] =>
  term.ways.flatMap((way) => queriesIn(way).map((query) => ({ ...postings.of(query), factor: factorOf(term, way) })))

/** Marks the candidate texts, which get a score. Returns their number. */
function findCandidates({ textOf, gone }: Postings, terms: WeightedPostings[][]): number {
  const { isCandidate, texts } = buffers
  const sized = terms.map((lists) => ({ lists, size: sum(lists.map(({ sections }) => sections.length)) }))
  const rarestFirst = sized.filter(({ size }) => size > 0).toSorted((one, other) => one.size - other.size)
  let [count, left] = [0, mostEntries]
  for (const [at, { lists, size }] of rarestFirst.entries()) {
    const isWhole = at === 0 || size <= left
    left -= size
    for (const { sections, titles } of lists) {
      const end = isWhole ? sections.length : Math.min(titles, mostTitles)
      for (let place = 0; place < end; place += 1) {
        const text = textOf[sections[place]!]!
        if (isCandidate[text] === 1 || gone[text] === 1) continue
        isCandidate[text] = 1
        texts[count] = text
        count += 1
      }
    }
  }
  return count
}

// Adds up the scores of all terms for each section of a candidate text. Returns the number of sections with any term.
function sumUp({ textOf }: Postings, terms: WeightedPostings[][]): number {
  const { ofTerm, total, termScores, isCandidate, sectionsWithTerm, sections: all } = buffers
  let found = 0
  for (const [place, lists] of terms.entries()) {
    let count = 0
    for (const { sections, ranks, factor } of lists) {
      for (let at = 0; at < sections.length; at += 1) {
        const section = sections[at]!
        if (isCandidate[textOf[section]!] === 0) continue
        const worth = ranks[at]! * factor
        if (ofTerm[section] === 0) {
          sectionsWithTerm[count] = section
          count += 1
        }
        if (worth > ofTerm[section]!) ofTerm[section] = worth
      }
    }
    for (let at = 0; at < count; at += 1) {
      const section = sectionsWithTerm[at]!
      const worth = ofTerm[section]!
      ofTerm[section] = 0
      if (total[section] === 0) {
        all[found] = section
        found += 1
      }
      total[section]! += worth
      const ofText = textOf[section]! * terms.length + place
      if (worth > termScores[ofText]!) termScores[ofText] = worth
    }
  }
  return found
}

function findBest({ ids, textOf }: Postings, count: number) {
  const { total, sections, best, second } = buffers
  for (let at = 0; at < count; at += 1) {
    const section = sections[at]!
    const text = textOf[section]!
    const than = best[text]! - 1
    const more = than < 0 ? 1 : total[section]! - total[than]! || ids[than]! - ids[section]!
    if (more > 0) {
      second[text] = than + 1
      best[text] = section + 1
    } else if (second[text] === 0 || total[section]! > total[second[text]! - 1]!) second[text] = section + 1
  }
}

type ScoredMatch = Match & { score: number }

function chooseTexts(count: number, weights: number[]): Match[] {
  const { termScores, total, best, second, texts } = buffers
  const all = sum(weights)
  const chosen: ScoredMatch[] = []
  for (let at = 0; at < count; at += 1) {
    const text = texts[at]!
    let worth = 0
    let covered = 0
    let terms = 0
    for (let term = 0; term < weights.length; term += 1) {
      const value = termScores[text * weights.length + term]!
      if (value === 0) continue
      worth += value
      covered += weights[term]!
      terms |= 1 << term
    }
    const [rest, coverage] = [worth / all, covered / all]
    const share = total[best[text]! - 1]! / all
    const score = scoreOf({ rest, coverage }, share)
    if (chosen.length === mostTexts && score <= chosen[mostTexts - 1]!.score) continue
    const secondShare = second[text] === 0 ? 0 : total[second[text]! - 1]! / all
    const [first, other] = [best[text]!, second[text]!]
    insert(chosen, { text, terms, best: first, bestShare: share, second: other, secondShare, rest, coverage, score })
  }
  return chosen
}

function insert(chosen: ScoredMatch[], one: ScoredMatch) {
  let place = chosen.length
  while (place > 0 && chosen[place - 1]!.score < one.score) place -= 1
  chosen.splice(place, 0, one)
  if (chosen.length > mostTexts) chosen.pop()
}

/** Returns the corrected spelling if the best text with the term matches mainly through it, otherwise null. */
export function meantIn(postings: Postings, matches: Match[], terms: Term[], place: number): string | null {
  const best = matches.find((match) => hasTerm(match, place))
  const term = terms[place]!
  const worths = term.ways.map((way) => (best ? worthIn(postings, best.text, way) * factorOf(term, way) : 0))
  const way = term.ways[worths.indexOf(Math.max(...worths))]
  return best && way?.kind === 'typo' ? way.words[0]! : null
}

function worthIn(postings: Postings, text: number, way: TermSpelling): number {
  const { textOf } = postings
  let most = 0
  for (const { sections, ranks } of queriesIn(way).map((query) => postings.of(query)))
    for (let at = 0; at < sections.length; at += 1)
      if (textOf[sections[at]!] === text) most = Math.max(most, ranks[at]!)
  return most
}

export const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
