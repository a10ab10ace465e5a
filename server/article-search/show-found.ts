import type { FoundArticle } from '#contract/article-search.ts'
import { urlOf } from '#server/articles/shape-article.ts'
import type { ReadCall } from '#server/articles/show-article.ts'
import { nameIn } from '#server/knowledge-base/categories/name-categories.ts'
import { helpfulShareOf } from './asking/rank-articles.ts'
import type { Term } from './asking/terms.ts'
import type { Hit, HitText } from './queries/search.ts'
import { excerptAround, marksIn } from './words/mark-words.ts'

type Found = { terms: Term[]; language: string; first: string; hits: Hit[] }

/** What was found as readers see it, with the places of the words. */
export function showFound(call: ReadCall, { terms, language, first, hits }: Found, texts: HitText[]): FoundArticle[] {
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
