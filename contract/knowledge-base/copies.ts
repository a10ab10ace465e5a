import { endpoint, idParams } from '#contract/endpoint.ts'
import { Article } from './articles.ts'
import { editorWrite } from './categories.ts'

export const copyArticle = endpoint({
  method: 'POST',
  path: '/api/v1/knowledge-base/articles/:id/copies',
  ...editorWrite,
  hasEtag: true,
  summary: 'Copies an article with all languages, as a draft. A template becomes an article',
  status: 201,
  params: idParams,
  answer: Article,
  refusals: ['article-not-found', 'article-in-trash'],
})
