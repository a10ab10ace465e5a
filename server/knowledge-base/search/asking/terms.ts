import type { KnownWord } from '#server/knowledge-base/search/queries/search.ts'
import { isSilent } from '#server/knowledge-base/search/words/languages.ts'
import { type CompoundPair, formsOf, type Token } from '#server/knowledge-base/search/words/split-words.ts'

/**
 * A way in which a term can match. `beginning` is an unfinished word that matches as a prefix; `words` then contains
 * frequent completions.
 */
export type TermSpelling = {
  kind: 'same' | 'kin' | 'part' | 'typo'
  words: string[]
  phrases: string[][]
  beginning?: string
}
/**
 * A word of the query with its spellings. `weight` is higher for rare words. `whole` is the code or number that
 * contains this word.
 */
export type Term = { word: string; raw: string; ways: TermSpelling[]; weight: number; whole?: string }

const mostTerms = 10
const mostKin = 25
// Maximum number of completions and compounds of a word. Limited, because each takes as much time as a word of the
// query.
const mostParts = 12

type KnownSpelling = { kind: KnownWord['kind']; asked: string; word: string; texts: number }
export type Lexicon = {
  rows: KnownSpelling[]
  texts: number
  synonyms: Map<string, string[]>
  pairs: CompoundPair[]
  last: string | null
}

export function termsOf(asked: Token[], language: string, lexicon: Lexicon): Term[] {
  const distinct = [...new Map(asked.map((token) => [token.word, token])).values()]
  const stops = new Set(lexicon.rows.filter(({ kind }) => kind === 'stop').map(({ asked: word }) => word))
  const telling = distinct.filter(({ word }) => !stops.has(word) && !isSilent(language, word))
  const chosen = telling.length > 0 ? telling : distinct
  // The first word of a pair must not be a stop word: "log in" is joined to "login", but "do main" is not joined to
  // "domain".
  const pairs = lexicon.pairs.filter(({ first }) => telling.some(({ word }) => word === first))
  return chosen.slice(0, mostTerms).map((token) => termOf(token, { ...lexicon, pairs }))
}

function termOf(token: Token, lexicon: Lexicon): Term {
  const { word, raw, whole } = token
  const same = [...wordsOf(lexicon, 'same', [word]), ...formsOf(token).filter((form) => form !== word)]
  const together = lexicon.pairs
    .filter(({ first, second }) => first === word || second === word)
    .map((pair) => pair.word)
  const found = lexicon.synonyms.get(word) ?? []
  const phrases = found.map((phrase) => phrase.split(' ')).filter(({ length }) => length > 1)
  const meant = [word, ...found.filter((phrase) => !phrase.includes(' '))]
  const others = [...wordsOf(lexicon, 'same', together), ...wordsOf(lexicon, 'stem', [...meant, ...together])]
  const kin = [...meant.slice(1), ...others].filter((one) => !same.includes(one))
  const begun = wordsOf(lexicon, 'begun', [word], byTexts).filter(
    (one) => word === lexicon.last || one.length > word.length + 2,
  )
  const parts = [...begun, ...wordsOf(lexicon, 'tail', [word])].filter((one) => !kin.includes(one))
  const ways: TermSpelling[] = [
    { kind: 'same', words: same, phrases: [] },
    { kind: 'kin', words: unique(kin).slice(0, mostKin), phrases },
    {
      kind: 'part',
      words: unique(parts).slice(0, mostParts),
      phrases: [],
      ...(word === lexicon.last && begun.length > 0 && { beginning: word }),
    },
  ]
  const weight = weightOf(textsWith(lexicon, [...same, ...kin]), lexicon.texts)
  return { word, raw, ways: ways.filter(isSome), weight, ...(whole && isBit.test(word) && { whole }) }
}

// Matches words that are too frequent to search alone: numbers, single letters and katakana fragments. For example,
// many texts contain the 1 of 2.4.1.
const isBit = /^(?:\d+|\p{L}|[\p{Script=Katakana}ー]{2})$/u

const isSome = ({ words, phrases }: TermSpelling) => words.length + phrases.length > 0

export const weightOf = (texts: number, all: number) => Math.log(1 + Math.max(1, all) / Math.max(1, texts))

type SpellingOrder = (one: KnownSpelling, other: KnownSpelling) => number
const byTexts: SpellingOrder = (one, other) => other.texts - one.texts

const wordsOf = ({ rows }: Lexicon, kind: KnownSpelling['kind'], asked: string[], order: SpellingOrder = () => 0) =>
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

const quality: Record<TermSpelling['kind'], number> = { same: 1, kin: 0.85, part: 0.5, typo: 0.5 }

export const factorOf = ({ weight }: Term, { kind }: TermSpelling) => quality[kind] * weight

export const queriesIn = ({ words, phrases, beginning }: TermSpelling): string[] =>
  beginning === undefined
    ? [...words.map(quoted), ...phrases.map(beside)]
    : [`${quoted(beginning)}:*`, ...words.filter((word) => !word.startsWith(beginning)).map(quoted)]

export const queriesOf = (terms: Term[]): string[] =>
  unique(terms.flatMap(({ ways }) => ways.flatMap((way) => queriesIn(way))))

const nearAt = [1, 2, 3]

export const nearbyOf = (terms: Term[]): string[] =>
  terms.slice(1).flatMap((term, at) => {
    const [one, other] = [near(terms[at]!), near(term)]
    return one && other ? [nearAt.map((apart) => `(${one}) <${apart}> (${other})`).join(' | ')] : []
  })

const quoted = (word: string) => `'${word}'`
const beside = (words: string[]) => words.map(quoted).join(' <-> ')
const near = ({ ways }: Term) =>
  ways
    .flatMap(({ words }) => words)
    .slice(0, 6)
    .map(quoted)
    .join(' | ')
