import type { moveArticle } from '#contract/knowledge-base/articles.ts'
import type { moveCategory } from '#contract/knowledge-base/categories.ts'
import type { Send } from '#web/lib/tree/use-moves.ts'
import { ask } from '#web/lib/write/ask.ts'

export const sendCategory: Send = (id, body) =>
  ask<typeof moveCategory>('PUT', '/api/v1/knowledge-base/categories/:id/position', { params: { id }, body })

/** `tail` is the first article that is not shown. The last shown one is placed before it. */
export const sendArticle =
  (category: string, tail: string | null): Send =>
  (id, { before }) =>
    ask<typeof moveArticle>('PUT', '/api/v1/knowledge-base/articles/:id/position', {
      params: { id },
      body: { category, before: before ?? tail },
    })
