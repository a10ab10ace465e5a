import type { FoundArticle } from '#contract/article-search.ts'
import { urlOf } from '#server/articles/shape-article.ts'
import type { ReadCall } from '#server/articles/show-article.ts'
import { nameIn } from '#server/knowledge-base/categories/name-categories.ts'
import type { Reader } from '#server/knowledge-base/visibility.ts'
import { helpfulShareOf } from './asking/rank-articles.ts'
import type { Term } from './asking/terms.ts'
import { type Hit, listHits } from './queries/search.ts'
import { excerptAround, marksIn } from './words/mark-words.ts'

type Found = { terms: Term[]; language: string; first: string; reader: Reader }

/** What was found as readers see it, with the places of the words. */
export async function showFound(
  call: ReadCall,
  { terms, language, first, reader }: Found,
  hits: Hit[],
): Promise<FoundArticle[]> {
  if (hits.length === 0) return []
  const { tx } = call
  const texts = await listHits(tx, reader, language, hits)
  const shares = new Map(hits.map((hit) => [hit.articleId, helpfulShareOf(hit)]))
  const words = new Set(terms.flatMap(({ ways }) => ways.flatMap((way) => [...way.words, ...way.phrases.flat()])))
  return texts.map(({ articleId, title, slug, categoryId, categoryTexts, heading, anchor, ...text }) => {
    const { text: excerpt, marks } = excerptAround(text.body || text.excerpt, language, words)
    return {
      ...{ id: articleId, title, slug, heading, anchor, language, excerpt },
      url: urlOf(call, slug, language, first),
      category: categoryId && categoryTexts ? { id: categoryId, name: nameIn(categoryTexts, language) } : null,
      helpfulShare: shares.get(articleId) ?? null,
      marks: {
        title: marksIn(title, language, words),
        heading: marksIn(heading ?? '', language, words),
        excerpt: marks,
      },
    }
  })
}
