import { plainWords } from '#server/platform/html/plain-words.ts'
import { formsOf, splitWords, type Token } from './split-words.ts'

export type Range = [number, number]
type Marked = { text: string; marks: Range[] }

/** What was found: words, and those that count only beside each other. */
export type FoundWords = { words: ReadonlySet<string>; phrases: string[][] }

/** Where in a text the found words stand. */
export const marksIn = (text: string, language: string, found: FoundWords): Range[] =>
  hitsIn(splitWords(text, language), found).map(({ start, end }): Range => [start, end])

const hitsIn = (tokens: Token[], { words, phrases }: FoundWords): Token[] =>
  tokens.filter(
    (token, at) =>
      formsOf(token).some((form) => words.has(form)) ||
      phrases.some((phrase) => phrase.some((_, before) => standsAt(tokens, at - before, phrase))),
  )

const standsAt = (tokens: Token[], start: number, phrase: string[]) =>
  phrase.every((word, at) => tokens[start + at]?.word === word)

const mostLetters = 220
const before = 40

/** The part of a text with the most of the found words, cut between words; its beginning where none of them is in it. */
export function excerptAround(text: string, language: string, found: FoundWords): Marked {
  const flat = plainWords(text)
  const tokens = splitWords(flat, language)
  const hits = hitsIn(tokens, found)
  if (flat.length <= mostLetters) return { text: flat, marks: rangesOf(hits, 0, flat.length) }
  const wanted = Math.max(0, Math.min(bestStart(hits) - before, flat.length - mostLetters))
  const start = wanted === 0 ? 0 : (tokens.find((token) => token.start >= wanted)?.start ?? wanted)
  const last = tokens.findLast(({ end }) => end <= start + mostLetters)
  const isToEnd = start + mostLetters >= flat.length
  const end = isToEnd ? flat.length : last && last.end > start ? last.end : start + mostLetters
  const lead = start > 0 ? '… ' : ''
  const marks = rangesOf(hits, start, end).map(([from, to]): Range => [from + lead.length, to + lead.length])
  return { text: `${lead}${flat.slice(start, end)}${isToEnd ? '' : ' …'}`, marks }
}

/** Where a stretch with the most different words begins. */
function bestStart(hits: Token[]): number {
  let best = { start: 0, count: 0 }
  for (const [at, { start }] of hits.slice(0, 200).entries()) {
    const within = hits.slice(at, at + 30).filter(({ end }) => end <= start + mostLetters - before)
    const count = new Set(within.map(({ word }) => word)).size
    if (count > best.count) best = { start, count }
  }
  return best.start
}

const rangesOf = (hits: Token[], from: number, to: number): Range[] =>
  hits.filter(({ start, end }) => start >= from && end <= to).map(({ start, end }): Range => [start - from, end - from])
