import type { ArticleBatchChange, changeArticles, countMatchingArticles } from '#contract/knowledge-base/changes.ts'
import type { InputOf } from '#contract/pages.ts'
import { runBatch } from '#web/lib/batch/run-batch.ts'
import { useChanges } from '#web/lib/batch/use-changes.ts'
import { useMatching } from '#web/lib/batch/use-matching.ts'
import { ask } from '#web/lib/write/ask.ts'
import { articleNoun } from '#web/service/knowledge-base/article/batch-words.ts'
import type { ArticleRow } from '#web/service/knowledge-base/article/types.ts'
import type { ArticleChange } from './changes.ts'

type ArticlesBody = InputOf<typeof changeArticles>['body']
const start = (body: ArticlesBody) =>
  ask<typeof changeArticles>('POST', '/api/v1/knowledge-base/article-changes', { body })

export const useArticleChanges = () =>
  useChanges<ArticleRow, ArticleChange>({
    noun: articleNoun,
    nameOf: ({ title }) => (title ? `“${title}”` : 'Untitled'),
    send(change, articles, onProgress) {
      const [language, ...others] = new Set(articles.map((article) => article.language))
      const body = {
        change: change.inBatch(others.length === 0 ? language : undefined),
        ids: articles.map(({ id }) => id),
      }
      return runBatch(() => start(body), onProgress)
    },
  })

type Query = InputOf<typeof countMatchingArticles>['query']

export const useMatchingArticles = (query: Query) =>
  useMatching<Query, ArticleBatchChange>(query, {
    count: (query) => ask<typeof countMatchingArticles>('GET', '/api/v1/knowledge-base/article-count', { query }),
    start: (change, query) => start({ change, query }),
  })
