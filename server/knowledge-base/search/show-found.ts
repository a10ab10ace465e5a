import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import { urlOf } from '#server/knowledge-base/articles/shape-article.ts'
import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import { type CategoriesById, nameIn } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { plainWords } from '#server/platform/html/plain-words.ts'
import { helpfulShareOf, type RankedArticle } from './asking/rank-articles.ts'
import type { Term } from './asking/terms.ts'
import { formsOf, splitWords, type Token } from './words/split-words.ts'

export function showHits(
  call: ReadCall,
  hits: RankedArticle[],
  terms: Term[],
  language: string,
  first: string,
  categories: CategoriesById,
): ArticleHit[] {
  const ways = terms.flatMap((term) => term.ways)
  const found = { words: new Set(ways.flatMap(({ words }) => words)), phrases: ways.flatMap(({ phrases }) => phrases) }
  return hits.map(({ articleId, title, slug, categoryId, heading, anchor, ...hit }) => {
    const { text: excerpt, marks } = excerptAround(hit.body || hit.excerpt, language, found)
    const category = categoryId === null ? undefined : categories.get(categoryId)
    return {
      id: articleId,
      title,
      slug,
      heading,
      anchor,
      language,
      excerpt,
      url: urlOf(call, slug, language, first),
      category: category ? { id: categoryId!, name: nameIn(category.texts, language) } : null,
      helpfulShare: helpfulShareOf(hit),
      marks: {
        title: marksIn(title, language, found),
        heading: marksIn(heading ?? '', language, found),
        excerpt: marks,
      },
    }
  })
}

type TextRange = [number, number]

type MatchedWords = { words: ReadonlySet<string>; phrases: string[][] }

const marksIn = (text: string, language: string, found: MatchedWords): TextRange[] =>
  hitsIn(splitWords(text, language), found).map(({ start, end }): TextRange => [start, end])

const hitsIn = (tokens: Token[], { words, phrases }: MatchedWords): Token[] =>
  tokens.filter(
    (token, at) =>
      formsOf(token).some((form) => words.has(form)) ||
      phrases.some((phrase) => phrase.some((_, before) => isAt(tokens, at - before, phrase))),
  )

const isAt = (tokens: Token[], start: number, phrase: string[]) =>
  phrase.every((word, at) => tokens[start + at]?.word === word)

const mostLetters = 220
const before = 40

function excerptAround(text: string, language: string, found: MatchedWords): { text: string; marks: TextRange[] } {
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
  const marks = rangesOf(hits, start, end).map(([from, to]): TextRange => [from + lead.length, to + lead.length])
  return { text: `${lead}${flat.slice(start, end)}${isToEnd ? '' : ' …'}`, marks }
}

function bestStart(hits: Token[]): number {
  let best = { start: 0, count: 0 }
  for (const [at, { start }] of hits.slice(0, 200).entries()) {
    const within = hits.slice(at, at + 30).filter(({ end }) => end <= start + mostLetters - before)
    const count = new Set(within.map(({ word }) => word)).size
    if (count > best.count) best = { start, count }
  }
  return best.start
}

const rangesOf = (hits: Token[], from: number, to: number): TextRange[] =>
  hits
    .filter(({ start, end }) => start >= from && end <= to)
    .map(({ start, end }): TextRange => [start - from, end - from])
