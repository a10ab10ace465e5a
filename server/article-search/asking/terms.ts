import type { Asked, KnownWord } from '#server/article-search/queries/search.ts'
import { isSilent } from '#server/article-search/words/languages.ts'
import type { Token } from '#server/article-search/words/split-words.ts'

/** A way to write what was asked for, and how far it is what was meant. */
export type Way = { kind: 'same' | 'kin' | 'part' | 'typo'; words: string[]; phrases: string[][] }
/**
 * A word that was asked for, with all the ways it may be written. `weight` is more, the fewer texts have it. `spread` is how
 * many texts at most have any of the ways.
 */
export type Term = { word: string; raw: string; ways: Way[]; spread: number; weight: number }

const mostTerms = 10
const mostKin = 25
/** Of words that begin or end as one that was asked for; each costs as much as one that was asked for itself. */
const mostParts = 12

type Known = { kind: KnownWord['kind']; asked: string; word: string; texts: number }
export type Lexicon = { rows: Known[]; texts: number; synonyms: Map<string, string[]>; last: string | null }

/** The words of a question that say something; where none does, all of them. */
export function termsOf(asked: Token[], language: string, lexicon: Lexicon): Term[] {
  const distinct = [...new Map(asked.map((token) => [token.word, token])).values()]
  const stops = new Set(lexicon.rows.filter(({ kind }) => kind === 'stop').map(({ asked: word }) => word))
  const telling = distinct.filter(({ word }) => !stops.has(word) && !isSilent(language, word))
  const chosen = telling.length > 0 ? telling : distinct
  return chosen.slice(0, mostTerms).map((token) => termOf(token, lexicon))
}

function termOf({ word, raw, whole }: Token, lexicon: Lexicon): Term {
  const same = whole ? [word, whole] : [word]
  const found = lexicon.synonyms.get(word) ?? []
  const phrases = found.map((phrase) => phrase.split(' ')).filter(({ length }) => length > 1)
  const meant = [word, ...found.filter((phrase) => !phrase.includes(' '))]
  const kin = [...meant.slice(1), ...wordsOf(lexicon, 'stem', meant)].filter((one) => !same.includes(one))
  const begun = wordsOf(lexicon, 'begun', [word], byTexts).filter(
    (one) => word === lexicon.last || one.length > word.length + 2,
  )
  const parts = [...begun, ...wordsOf(lexicon, 'tail', [word])].filter((one) => !kin.includes(one))
  const ways: Way[] = [
    { kind: 'same', words: same, phrases: [] },
    { kind: 'kin', words: unique(kin).slice(0, mostKin), phrases },
    { kind: 'part', words: unique(parts).slice(0, mostParts), phrases: [] },
  ]
  const weight = weightOf(textsWith(lexicon, [...same, ...kin]), lexicon.texts)
  const spread = textsWith(lexicon, [...same, ...kin, ...parts])
  return { word, raw, ways: ways.filter(isSome), spread, weight }
}

const isSome = ({ words, phrases }: Way) => words.length + phrases.length > 0

export const weightOf = (texts: number, all: number) => Math.log(1 + Math.max(1, all) / Math.max(1, texts))

type Order = (one: Known, other: Known) => number
const byTexts: Order = (one, other) => other.texts - one.texts

const wordsOf = ({ rows }: Lexicon, kind: Known['kind'], asked: string[], order: Order = () => 0) =>
  rows
    .filter((row) => row.kind === kind && asked.includes(row.asked))
    .sort(order)
    .map(({ word }) => word)

const textsWith = ({ rows, texts }: Lexicon, words: string[]) => {
  const counts = new Map(rows.map((row) => [row.word, row.texts]))
  return Math.min(
    texts,
    words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0),
  )
}

const unique = (words: string[]) => [...new Set(words)]

const quality: Record<Way['kind'], number> = { same: 1, kin: 0.85, part: 0.5, typo: 0.5 }
type Item = { query: string; term: number; kind: Way['kind']; words: string[]; factor: number }

/** What is asked of the index: each way of each word by itself, so that it is known what was found by which. */
export function itemsOf(terms: Term[]): Item[] {
  return terms.flatMap(({ ways, weight }, term) =>
    ways.map((way) => {
      const count = way.words.length + way.phrases.length
      // The index divides what it finds by how many ways it was asked.
      return { query: anyOf([way]), term, kind: way.kind, words: way.words, factor: quality[way.kind] * count * weight }
    }),
  )
}

/** Terms in so many texts are worth the looking for by themselves. */
const fewTexts = 400
const nearAt = [1, 2, 3]

/** So many sections with every word, in titles, and with some of the words are ranked. */
const mostRanked = 100

export function askedOf(terms: Term[]): Asked {
  const items = itemsOf(terms)
  const any = terms.map(({ ways }) => anyOf(ways))
  const pairs = any.slice(1).map((_, at) => [near(terms[at]!), near(terms[at + 1]!)] as const)
  return {
    every: any.join(' & '),
    titled: any.join(' | '),
    some: someOf(terms),
    terms: items.map(({ query }) => query),
    factors: items.map(({ factor }) => factor),
    most: mostRanked,
    nearby: pairs.map(([one, other]) => nearAt.map((apart) => `${one} <${apart}> ${other}`).join(' | ')),
  }
}

/** The rarest of the words, as many as few texts have; where all are common, the two rarest together, if there are more. */
function someOf(terms: Term[]): string | null {
  const [one, other, ...more] = terms.toSorted((first, second) => first.spread - second.spread)
  if (!other) return null
  if (one!.spread > fewTexts) return more.length > 0 ? `${anyOf(one!.ways)} & ${anyOf(other.ways)}` : null
  const rare = [one!]
  let left = fewTexts - one!.spread
  for (const term of [other, ...more]) {
    left -= term.spread
    if (left < 0) break
    rare.push(term)
  }
  return rare.map(({ ways }) => anyOf(ways)).join(' | ')
}

const quoted = (word: string) => `'${word}'`
const anyOf = (ways: Way[]) => {
  const single = ways.flatMap(({ words }) => words.map(quoted))
  const several = ways.flatMap(({ phrases }) => phrases.map((words) => `(${words.map(quoted).join(' <-> ')})`))
  return `(${[...single, ...several].join(' | ')})`
}
const near = ({ ways }: Term) =>
  `(${ways
    .flatMap(({ words }) => words)
    .slice(0, 6)
    .map(quoted)
    .join(' | ')})`
