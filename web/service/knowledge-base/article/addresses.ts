export const overviewHref = '/service/knowledgebase/admin'
export const articlesPath = '/service/knowledgebase/admin/articles'
export const newArticleHref = '/service/knowledgebase/admin/articles/edit'
export const categoriesHref = '/service/knowledgebase/admin/categories'
/** What readers said of articles; `show=open` leaves what waits for somebody. */
export const feedbackPath = '/service/knowledgebase/admin/feedback'
/** What readers searched; `results=none` leaves what found nothing. */
export const searchesPath = '/service/settings/knowledge-base/searches'
/** Import and export of articles. */
export const movesPath = '/service/knowledgebase/admin/imports'
/** The list of knowledge gaps. `show` filters it. */
export const gapsPath = '/service/knowledgebase/admin/gaps'
/** Reports on views, ratings and searches. */
export const reportsPath = '/service/knowledgebase/admin/reports'
export const newCategoryHref = '/service/knowledgebase/admin/categories/edit'

export const categoryHref = (id: string) => `${newCategoryHref}/${id}`

/** The article's editor, in one of its languages. */
export const articleHref = (id: string, language?: string) =>
  `${newArticleHref}/${id}${language ? `?language=${encodeURIComponent(language)}` : ''}`

/** A new article with a title, for example the words of a search without results. */
export const begunArticleHref = (title: string) => `${newArticleHref}?${new URLSearchParams({ title })}`

/** The page that adds a synonym for a word. */
export const synonymHref = (word: string, language: string) =>
  `/service/settings/knowledge-base/synonyms?${new URLSearchParams({ word, language })}`
