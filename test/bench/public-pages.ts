import type { plantArticles } from './plant-articles.ts'

/** Returns the URL of one public page of each kind. */
export function publicPages(planted: Awaited<ReturnType<typeof plantArticles>>, port: number) {
  const base = `http://${planted.domain}.startuptools.localhost:${port}/knowledgebase`
  return {
    home: base,
    category: `${base}/category/category-7`,
    article: `${base}/article/${planted.slugOf(7)}`,
    search: `${base}/search?q=shift`,
  }
}
