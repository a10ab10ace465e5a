export const overviewHref = '/service/knowledgebase/admin'
export const articlesPath = '/service/knowledgebase/admin/articles'
export const newArticleHref = '/service/knowledgebase/admin/articles/edit'
export const categoriesHref = '/service/knowledgebase/admin/categories'
export const feedbackPath = '/service/knowledgebase/admin/feedback'
export const searchesPath = '/service/settings/knowledge-base/searches'
export const movesPath = '/service/knowledgebase/admin/imports'
export const gapsPath = '/service/knowledgebase/admin/gaps'
export const reportsPath = '/service/knowledgebase/admin/reports'
export const newCategoryHref = '/service/knowledgebase/admin/categories/edit'

export const categoryHref = (id: string) => `${newCategoryHref}/${id}`

export const articleHref = (id: string, language?: string) =>
  `${newArticleHref}/${id}${language ? `?language=${encodeURIComponent(language)}` : ''}`

export const begunArticleHref = (title: string) => `${newArticleHref}?${new URLSearchParams({ title })}`

export const synonymHref = (word: string, language: string) =>
  `/service/settings/knowledge-base/synonyms?${new URLSearchParams({ word, language })}`
