/** A word of a text: as it is compared, as it is written, and where. `whole` is all that a hyphen joins it to. */
export type Token = { word: string; raw: string; start: number; end: number; whole: string | null }

const mostLetters = 40
const run = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-\u2010\u2011][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
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
  return { word, raw: word, start, end: start + found.length, whole: null }
}

function splitRun(found: string, at: number): Token[] {
  const parts = [...found.matchAll(part)]
  const whole = parts.length > 1 && parts.length <= 4 ? fold(parts.map(([text]) => text).join('')) : null
  return parts.map(({ 0: text, index }) => tokenOf(text, at + index, whole))
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
  return [...segmenter.segment(found)]
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment: text, index }) =>
      [...text.matchAll(part)].map((one) => tokenOf(one[0], at + index + one.index, null)),
    )
}

const tokenOf = (text: string, start: number, whole: string | null): Token => ({
  word: fold(text),
  raw: cut(text.normalize('NFC').toLowerCase()),
  start,
  end: start + text.length,
  whole,
})

const accents =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*)\p{M}/gu
const letters: Record<string, string> = { ß: 'ss', đ: 'd', ð: 'd', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' }
const special = /[ßđðøłæœıþ]/g

/** One spelling for what is kept and what is asked: without case and, where they are no letters of their own, accents. */
export const fold = (text: string): string =>
  cut(
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(accents, '')
      .normalize('NFC')
      .replace(special, (letter) => letters[letter]!)
      .replace(/[^\p{L}\p{N}\p{M}]/gu, ''),
  )

const cut = (text: string) => (text.length <= mostLetters ? text : [...text].slice(0, mostLetters).join(''))
