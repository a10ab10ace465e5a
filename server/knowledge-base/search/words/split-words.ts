import { fold, spellingsAsked } from '#server/search/words/fold.ts'

/**
 * A word of a text: as it is compared, as it is written, and where. `whole` is all that a sign joins it to, `typed` how an umlaut in it
 * is typed where no key has one.
 */
export type Token = {
  word: string
  raw: string
  start: number
  end: number
  whole: string | null
  typed: string | null
}

/** All by which a word is found as it stands. */
export const formsOf = ({ word, whole, typed }: Token): string[] => [word, whole, typed].filter((one) => one !== null)

/** Counts the ways in which words were ever split: what was indexed in an earlier one is indexed anew. */
export const splitting = 3

const mostLetters = 40
/** What joins: the hyphens of "E-2001", other signs in "ERR_42", "Node.js" and "O'Brien", and what parts the thousands of "25,000". */
const run =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:(?:[-\u2010\u2011_.'\u2018\u2019]|[,'\u2019\u00a0\u2009\u202f](?<=\d.)(?=\d{3}(?!\d)))[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const part = /[\p{L}\p{N}\p{M}]+/gu
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The words of a text in order. Writing without spaces is cut where the language's dictionary has words. */
export function splitWords(text: string, language: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index } of text.matchAll(run)) {
    // Most words of most languages are so, and need no look at what letters there are besides.
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

/** Without its signs, but for the dots of numbers: 25.000 is 25000, and 2.4.1 is no 241. */
function wholeOf(found: string, joined: string): string {
  const isDotted = /^\d+$/.test(joined) && found.includes('.') && !thousands.test(found)
  return isDotted ? cut(found.replace(/[^\d.]/g, '')) : foldWord(joined)
}

/** Two words of a question that stand beside each other, as one: "time zone" for texts that write "timezone". */
export type Pair = { first: string; second: string; word: string; raw: string }

export const pairsOf = (tokens: Token[]): Pair[] =>
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

/**
 * What the dictionary does not know of katakana it cuts into bits that are no words, which it does not where the word
 * stands by itself.
 */
const isBit = (piece: string) => /^[\p{Script=Katakana}ー]{1,2}$/u.test(piece)

/** The word of all bits that stand beside one; none where there is no other. */
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

/** One spelling for what is kept and what is asked, of a word alone. */
const foldWord = (text: string): string => cut(fold(text).replace(/[^\p{L}\p{N}\p{M}]/gu, ''))

const cut = (text: string) => (text.length <= mostLetters ? text : [...text].slice(0, mostLetters).join(''))
