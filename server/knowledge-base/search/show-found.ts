import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import { urlOf } from '#server/knowledge-base/articles/shape-article.ts'
import type { ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import type { CategoriesById } from '#server/knowledge-base/categories/categories/found-categories.ts'
import { nameIn } from '#server/knowledge-base/categories/categories/name-categories.ts'
import { helpfulShareOf, type RankedArticle } from './asking/rank-articles.ts'
import type { Term } from './asking/terms.ts'
import { excerptAround, marksIn } from './words/mark-words.ts'

type HitContext = { terms: Term[]; language: string; first: string; categories: CategoriesById }

export function showHits(
  call: ReadCall,
  { terms, language, first, categories }: HitContext,
  hits: RankedArticle[],
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
