import { Article } from './articles.ts'
import { endpoint, idParams } from './endpoint.ts'
import { guarded } from './knowledge-base.ts'

export const copyArticle = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/articles/:id/copies',
  for: ['admin', 'key'],
  scope: 'knowledge-base:write',
  ...guarded,
  hasEtag: true,
  summary: 'Writes a new article with the same texts in each language, as a draft; a template is copied as an article',
  status: 201,
  params: idParams,
  answer: Article,
  refusals: ['article-not-found', 'article-in-trash'],
})
