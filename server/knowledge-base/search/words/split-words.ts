import { fold, spellingsAsked } from '#server/search/words/fold.ts'

/**
 * A word in a text. `whole` is the full code or number that contains the word. `typed` is the spelling that people type
 * on keyboards without umlauts; null if it is the same.
 */
export type Token = {
  word: string
  raw: string
  start: number
  end: number
  whole: string | null
  typed: string | null
}

export const formsOf = ({ word, whole, typed }: Token): string[] => [word, whole, typed].filter((one) => one !== null)

/** Version of the word splitting. Texts that were indexed with another version are indexed again. */
export const splitting = 3

const mostLetters = 40
// Matches words including the characters that join them: hyphens as in "E-2001", signs as in "ERR_42", "Node.js" and
// "O'Brien", and thousands separators as in "25,000".
const run =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[-\u2010\u2011_.'\u2018\u2019]|[,'\u2019\u00a0\u2009\u202f](?<=\d.)(?=\d{3}(?!\d)))[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const part = /[\p{L}\p{N}\p{M}]+/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Splits a text into words. Scripts without spaces between words are split by the dictionary of Node. */
export function splitWords(text: string, language: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index } of text.matchAll(run)) {
    if (plain.test(found)) tokens.push(plainToken(found, index))
    else if (unspaced.test(found)) tokens.push(...segment(found, index, language))
    else tokens.push(...splitRun(found, index))
  }
  return tokens.filter(({ word }) => word !== '')
}

const plain = /^[a-z0-9]+$/i

function plainToken(found: string, start: number): Token {
  const word = cut(found.toLowerCase())
  return { word, raw: word, start, end: start + found.length, whole: null, typed: null }
}

function splitRun(found: string, at: number): Token[] {
  const parts = [...found.matchAll(part)]
  const isJoined = parts.length > 1 && parts.length <= 4
  const whole = isJoined ? wholeOf(found, parts.map(([text]) => text).join('')) : null
  return parts.map(({ 0: text, index }) => tokenOf(text, at + index, whole))
}

const thousands = /^\d{1,3}(?:[.,'\u2019\u00a0\u2009\u202f]\d{3})+$/

// Returns a code or number without separators. Keeps the dots of versions: 25.000 becomes 25000, but 2.4.1 does not
// become 241.
function wholeOf(found: string, joined: string): string {
  const isDotted = /^\d+$/.test(joined) && found.includes('.') && !thousands.test(found)
  return isDotted ? cut(found.replace(/[^\d.]/g, '')) : foldWord(joined)
}

/** Two adjacent words of a query, joined to one word, because "time zone" also finds "timezone". */
export type CompoundPair = { first: string; second: string; word: string; raw: string }

export const pairsOf = (tokens: Token[]): CompoundPair[] =>
  tokens.slice(1).flatMap((second, at) => {
    const first = tokens[at]!
    const isBeside = second.start === first.end + 1 && first.whole === null && second.whole === null
    const { word: one, raw } = first
    return isBeside ? [{ first: one, second: second.word, word: one + second.word, raw: raw + second.raw }] : []
  })

const segmenters = new Map<string, Intl.Segmenter>()

function segment(found: string, at: number, language: string): Token[] {
  const known = segmenters.get(language)
  const segmenter = known ?? new Intl.Segmenter(language, { granularity: 'word' })
  if (!known) segmenters.set(language, segmenter)
  const pieces = [...segmenter.segment(found)].filter(({ isWordLike }) => isWordLike)
  return pieces.flatMap((piece, place) => {
    const tokens = splitRun(piece.segment, at + piece.index)
    const whole = isBit(piece.segment) ? joinBits(pieces, place) : null
    return whole === null ? tokens : tokens.map((token) => ({ ...token, whole }))
  })
}

/** Returns whether a piece is a katakana fragment. The dictionary of Node splits unknown words into such fragments. */
const isBit = (piece: string) => /^[\p{Script=Katakana}ー]{1,2}$/u.test(piece)

function joinBits(pieces: Intl.SegmentData[], place: number): string | null {
  const follows = (at: number) => {
    const [one, next] = [pieces[at]!, pieces[at + 1]]
    return next !== undefined && isBit(next.segment) && next.index === one.index + one.segment.length
  }
  let [first, last] = [place, place]
  while (first > 0 && isBit(pieces[first - 1]!.segment) && follows(first - 1)) first -= 1
  while (follows(last)) last += 1
  const bits = pieces.slice(first, last + 1).map(({ segment: text }) => text)
  return bits.length > 1 ? foldWord(bits.join('')) : null
}

const tokenOf = (text: string, start: number, whole: string | null): Token => ({
  word: foldWord(text),
  raw: cut(text.normalize('NFC').toLowerCase()),
  start,
  end: start + text.length,
  whole,
  typed: typedOut(text),
})

function typedOut(text: string): string | null {
  const [, typed] = spellingsAsked(text)
  return typed === undefined ? null : cut(typed)
}

/** Normalizes a word. The index and the query must use the same normalization. */
const foldWord = (text: string): string => cut(fold(text).replace(/[^\p{L}\p{N}\p{M}]/gu, ''))

const cut = (text: string) => (text.length <= mostLetters ? text : [...text].slice(0, mostLetters).join(''))
