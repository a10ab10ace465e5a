import { type KnownWord, listKnownWords, listSynonymsOf } from '#server/knowledge-base/search/queries/search.ts'
import { dictionaryOf, isCompounding } from '#server/knowledge-base/search/words/languages.ts'
import {
  endsWith,
  errorsBetween,
  misspellingKeys,
  mostErrors,
  tailKey,
} from '#server/knowledge-base/search/words/misspellings.ts'
import { pairsOf, splitWords, type Token } from '#server/knowledge-base/search/words/split-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { keep, lookUp, type SearchScope } from './search-cache.ts'
import { type Lexicon, type Term, termsOf, weightOf } from './terms.ts'

const mostWords = 24
const shortestTail = 4
export const longestPhrase = 3

type QuestionScope = Omit<SearchScope, 'reader'>

export async function readQuestion(place: QuestionScope, question: string): Promise<Term[]> {
  const { tx, language } = place
  const tokens = splitWords(question, language).slice(0, mostWords)
  if (tokens.length === 0) return []
  const synonyms = await findSynonyms(place, tokens)
  const last = tokens.at(-1)!.word
  const meant = [...synonyms.values()].flatMap((phrases) => phrases.flatMap((phrase) => phrase.split(' ')))
  const begins = (word: string) => mayBegin(word, word === last, language)
  const pairs = pairsOf(tokens)
  const words = [...tokens, ...pairs, ...meant.map((word) => ({ word, raw: word }))]
  const rows = isCompounding(language)
    ? await listKnownWords(tx, wantedOf(language), {
        words,
        keys: tailKeys(tx, tokens, language),
        beginnings: tokens.map(({ word }) => word).filter(begins),
      })
    : await lookUp(
        place,
        words.map(({ word, raw }, at) => ({ word, raw, begins: at < tokens.length && begins(word) })),
      )
  return termsOf(tokens, language, lexiconOf(rows, tokens, { synonyms, pairs, last }))
}

const mostQuoted = { phrases: 3, words: 12 }

/**
 * Finds quoted phrases of two words or more. A phrase has the weight of all words of the query together, so that texts
 * with the phrase come first.
 */
export function quotedIn(question: string, language: string, terms: Term[]): Term[] {
  const weight = terms.reduce((sum, term) => sum + term.weight, 0)
  return [...question.matchAll(/["“”„«「]([^"“”„«»「」]+)["“”»」]/g)]
    .map(([, quoted = '']) => splitWords(quoted, language).map(({ word }) => word))
    .filter(({ length }) => length > 1 && length <= mostQuoted.words)
    .slice(0, mostQuoted.phrases)
    .map((phrase) => {
      const word = phrase.join(' ')
      return { word, raw: word, weight, ways: [{ kind: 'same', words: [], phrases: [phrase] }] }
    })
}

const mostOfText = 150

/**
 * Returns terms for the rarest known words of a text. Unlike in a query, the last word does not count as unfinished.
 */
export async function readText(place: QuestionScope, text: string): Promise<Term[]> {
  const { language } = place
  const tokens = distinct(splitWords(text, language)).slice(0, mostOfText)
  if (tokens.length === 0) return []
  const synonyms = await findSynonyms(place, tokens)
  const meant = [...synonyms.values()].flatMap((phrases) => phrases.flatMap((phrase) => phrase.split(' ')))
  const words = [...tokens, ...meant.map((word) => ({ word, raw: word }))]
  const rows = await lookUp(
    place,
    words.map(({ word, raw }) => ({ word, raw, begins: false })),
  )
  const lexicon = lexiconOf(rows, tokens, { synonyms, pairs: [], last: null })
  return termsOf(tokens.filter(({ word }) => isKnown(lexicon, word)).toSorted(byRarity(lexicon)), language, lexicon)
}

const distinct = (tokens: Token[]) => [...new Map(tokens.map((token) => [token.word, token])).values()]

const isKnown = ({ rows, synonyms }: Lexicon, asked: string) =>
  synonyms.has(asked) || rows.some((row) => row.asked === asked && row.word !== '')

const byRarity = ({ rows }: Lexicon) => {
  const texts = new Map<string, number>()
  for (const row of rows) texts.set(row.asked, Math.max(texts.get(row.asked) ?? 0, row.texts))
  return (one: Token, other: Token) => (texts.get(one.word) ?? 0) - (texts.get(other.word) ?? 0)
}

const wantedOf = (language: string) => ({ language, dictionary: dictionaryOf(language) })

const mayBegin = (word: string, isLast: boolean, language: string) =>
  isLast ? word.length > 1 : isCompounding(language) && word.length >= shortestTail

const tailKeys = (tx: WorkspaceTx, tokens: Token[], language: string) =>
  tokens
    .filter(({ word }) => word.length >= shortestTail)
    .map(({ word }) => tailKey(`${tx.workspaceId} ${language}`, word))

function lexiconOf(known: KnownWord[], tokens: Token[], rest: Pick<Lexicon, 'synonyms' | 'pairs' | 'last'>): Lexicon {
  const rows = known.map(({ kind, askedWord: asked, word, texts }) => ({ kind, asked, word, texts }))
  const tails = rows
    .filter(({ kind }) => kind === 'like')
    .flatMap((row) =>
      tokens
        .filter(({ word }) => endsWith(row.word, word))
        .map(({ word }) => ({ ...row, kind: 'tail' as const, asked: word })),
    )
  const texts = rows.find(({ kind, asked }) => kind === 'same' && asked === '')?.texts ?? 0
  return { ...rest, rows: [...rows, ...tails], texts }
}

async function findSynonyms({ tx, language, settings }: QuestionScope, tokens: Token[]) {
  const found = new Map<string, string[]>()
  if (!settings.hasSynonyms) return found
  const phrases = phrasesOf(tokens.map(({ word }) => word))
  const rows = await listSynonymsOf(tx, wantedOf(language), [...phrases.keys()])
  for (const { asked, found: others } of rows)
    for (const [phrase, first] of phrases)
      if (asked.some((one) => isAskedBy(one, phrase))) found.set(first, [...(found.get(first) ?? []), ...others])
  return found
}

// Returns whether a phrase of the query is a stored synonym. A single word also matches if it begins with the synonym,
// because synonyms can be stored as stems.
const isAskedBy = (synonym: string, phrase: string) =>
  synonym === phrase || (!phrase.includes(' ') && synonym.length > 3 && phrase.startsWith(synonym))

function phrasesOf(words: string[]): Map<string, string> {
  const phrases = new Map<string, string>()
  for (const [at, first] of words.entries())
    for (let length = 1; length <= longestPhrase && at + length <= words.length; length += 1)
      phrases.set(words.slice(at, at + length).join(' '), first)
  return phrases
}

const mostMeant = 6

/**
 * Number of errors that are allowed in a word. `near`: one. `usual`: one or two, depending on its length. `far`: up to
 * a third of the letters; such corrections are only suggested.
 */
export type MatchDistance = 'near' | 'usual' | 'far'

/** Returns the distances to try, the smallest and cheapest first. Omits `near` if it equals `usual`. */
export const reachesOf = (terms: Term[]): MatchDistance[] =>
  terms.every(({ word }) => errorsIn(word, 'usual') === 1) ? ['usual', 'far'] : ['near', 'usual', 'far']

const errorsIn = ({ length }: string, reach: MatchDistance) =>
  reach === 'near' || (reach === 'usual' && length < 6) ? 1 : 2

export async function readMisspelt(place: QuestionScope, terms: Term[], reach: MatchDistance): Promise<Term[]> {
  const words = terms.map(({ word }) => word)
  const meant = await findMeant(place, words, reach)
  return terms.map((term, at) => ({ ...term, weight: meant[at]!.weight, ways: [...term.ways, ...meant[at]!.ways] }))
}

type TermMeaning = Pick<Term, 'ways' | 'weight'>
const perMeaning = 500

// Finds corrections of words that match no text. Caches the result, because search while typing repeats the same words.
async function findMeant(place: QuestionScope, asked: string[], reach: MatchDistance): Promise<TermMeaning[]> {
  const { tx, settings, language } = place
  const name = `meant ${language} ${reach} ${asked.join(' ')}`
  const known = settings.kept.get<TermMeaning[]>(name)
  if (known) return known
  const scope = `${tx.workspaceId} ${language}`
  const keys = asked.flatMap((word) => misspellingKeys(scope, word, errorsIn(word, reach)))
  const splits = isCompounding(language) ? asked.flatMap(splitsOf) : []
  const words = splits.flat().map((word) => ({ word, raw: word }))
  const [rows, apart] = await Promise.all([
    listKnownWords(tx, wantedOf(language), { words, keys, beginnings: [] }),
    findApart(place, asked),
  ])
  const meant = asked.map((word, at) => meaningOf(word, rows, apart[at]!, language, reach))
  await keep(place, asked.length * perMeaning, () => settings.kept.set(name, meant))
  return meant
}

function meaningOf(
  asked: string,
  rows: KnownWord[],
  apart: Apart[],
  language: string,
  reach: MatchDistance,
): TermMeaning {
  const all = rows.find(({ kind, askedWord }) => kind === 'same' && askedWord === '')?.texts ?? 0
  const like = new Map(rows.filter(({ kind }) => kind === 'like').map(({ word, texts }) => [word, texts]))
  const typos = meantBy(asked, like, reach)
  const parts = isCompounding(language) ? partsOf(asked, rows) : []
  const texts = [...[...parts, ...apart].map((part) => part.texts), ...typos.map((word) => like.get(word)!)]
  const ways = [
    ...(apart.length > 0 ? [{ kind: 'kin' as const, words: [], phrases: apart.map(({ phrase }) => phrase) }] : []),
    ...(parts.length > 0 ? [{ kind: 'part' as const, words: parts.map(({ word }) => word), phrases: [] }] : []),
    ...typos.map((word) => ({ kind: 'typo' as const, words: [word], phrases: [] })),
  ]
  return { ways, weight: weightOf(Math.max(0, ...texts), all) }
}

type Apart = { phrase: string[]; texts: number }
const mostApart = 4

async function findApart(place: QuestionScope, asked: string[]): Promise<Apart[][]> {
  const { tx, settings, language } = place
  const name = `apart ${language} ${asked.join(' ')}`
  const known = settings.kept.get<Apart[][]>(name)
  if (known) return known
  const words = [...new Set(asked.flatMap(halvesOf).flat())].map((word) => ({ word, raw: word }))
  const rows = await listKnownWords(tx, wantedOf(language), { words, keys: [], beginnings: [] })
  const apart = asked.map((word) => writtenApart(word, rows))
  await keep(place, asked.length * perMeaning, () => settings.kept.set(name, apart))
  return apart
}

function writtenApart(word: string, halves: KnownWord[]): Apart[] {
  const formsOf = (half: string, kinds: KnownWord['kind'][]) =>
    halves.filter(({ kind, askedWord, word: form }) => askedWord === half && form !== '' && kinds.includes(kind))
  return halvesOf(word)
    .flatMap(([one, other]) =>
      formsOf(one, ['same']).flatMap((first) =>
        formsOf(other, ['same', 'stem']).map((second) => ({
          phrase: [first.word, second.word],
          texts: Math.min(first.texts, second.texts),
        })),
      ),
    )
    .toSorted((one, other) => other.texts - one.texts)
    .slice(0, mostApart)
}

function partsOf(word: string, rows: KnownWord[]): KnownWord[] {
  const known = Map.groupBy(
    rows.filter(({ kind }) => kind === 'same' || kind === 'stem'),
    ({ askedWord }) => askedWord,
  )
  const splits = splitsOf(word).map((split) => split.filter((part) => known.has(part)))
  const worth = (parts: string[]) => (parts.length === 2 ? 100 : 0) + Math.min(...parts.map(({ length }) => length))
  const [best] = splits
    .filter((parts) => parts.length === 2 || (parts[0]?.length ?? 0) > shortestTail)
    .toSorted((one, other) => worth(other) - worth(one))
  return best?.flatMap((part) => known.get(part)!) ?? []
}

function meantBy(asked: string, known: Map<string, number>, reach: MatchDistance): string[] {
  const near = [...known].flatMap(([word, texts]) => {
    const most = errorsAllowed(word, reach)
    if (most === 0 || Math.abs(word.length - asked.length) > most) return []
    const errors = errorsBetween(asked, word)
    return errors > 0 && errors <= most ? [{ word, texts, errors }] : []
  })
  const ordered = near.toSorted((one, other) => one.errors - other.errors || other.texts - one.texts)
  return ordered.slice(0, mostMeant).map(({ word }) => word)
}

function errorsAllowed(word: string, reach: MatchDistance): number {
  const most = mostErrors(word)
  if (most === 0 || reach === 'usual') return most
  return reach === 'near' ? 1 : Math.max(most, Math.floor(word.length / 3))
}

/** Linking letters between the parts of a compound, such as the "s" in German "Arbeitszeit". */
const joints = ['', 's', 'es', 'n', 'en', 'e']

function splitsOf(word: string): string[][] {
  if (word.length < 7) return []
  return Array.from({ length: word.length - 5 }, (_, at) => at + 3).flatMap((at) =>
    joints
      .filter((joint) => word.slice(0, at).endsWith(joint) && at - joint.length >= 3)
      .map((joint) => [word.slice(0, at - joint.length), word.slice(at)]),
  )
}

const shortestHalf = { first: 3, second: 2 }
const longestWhole = 20

// Lists the splits of a word of up to 20 letters into two parts of at least 3 and 2 letters, so that "login" also
// matches "log in".
const halvesOf = (word: string): [first: string, second: string][] =>
  Array.from({ length: word.length > longestWhole ? 0 : word.length }, (_, at) => at)
    .filter((at) => at >= shortestHalf.first && word.length - at >= shortestHalf.second)
    .map((at) => [word.slice(0, at), word.slice(at)])
