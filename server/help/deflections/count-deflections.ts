import type { WorkspaceTx } from '#server/platform/database.ts'
import { countByArticle, countRequests } from './queries.ts'

const mostCounted = 100

export async function countDeflections(tx: WorkspaceTx) {
  const [requests, articles] = await Promise.all([countRequests(tx), countByArticle(tx, mostCounted)])
  return {
    requests,
    items: articles.map(({ id, title, ...counts }) => ({ article: { id, title }, ...counts })),
    next: null,
  }
}
