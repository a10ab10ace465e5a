import type {
  archiveArticle,
  changeArticle,
  confirmArticle,
  deleteArticle,
  listArticles,
  moveArticle,
  publishArticle,
  sendForReview,
  showArticle,
  unarchiveArticle,
  unpublishArticle,
  untrashArticle,
} from '#contract/knowledge-base/articles.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Lead } from '#web/service/knowledge-base/article/archive-dialog.tsx'
import type { ArticleRow, TextState, Visibility } from '#web/service/knowledge-base/article/types.ts'

export type Outcome = { answer?: object; problem?: Problem }
export type Step = () => Promise<Outcome>

/** One call after the other, up to the first that is refused. */
export async function inTurn(steps: Step[]): Promise<Outcome> {
  for (const step of steps) {
    const outcome = await step()
    if (outcome.problem) return outcome
  }
  return { answer: {} }
}

type Change = {
  owner?: string | null
  labels?: string[]
  visibility?: Visibility
  reviewEveryDays?: number | null
}
type Times = { at?: string; until?: string }

/** What can be asked for one article, each as a step. */
export const callsFor = (id: string) => ({
  publish: (language: string, times: Times = {}): Step => {
    const body = { language, ...times }
    return () =>
      ask<typeof publishArticle>('PUT', '/api/v1/knowledge-base/articles/:id/publication', { params: { id }, body })
  },
  putBack: (language: string, status: TextState['status'], until: Pick<Times, 'until'>): Step => {
    const back = status === 'in_review' ? ('in_review' as const) : ('published' as const)
    const body = { language, back, ...until }
    return () =>
      ask<typeof publishArticle>('PUT', '/api/v1/knowledge-base/articles/:id/publication', { params: { id }, body })
  },
  unpublish: (language: string): Step => {
    const path = '/api/v1/knowledge-base/articles/:id/publication'
    return () => ask<typeof unpublishArticle>('DELETE', path, { params: { id }, query: { language } })
  },
  returnToReview: (language: string): Step => {
    const path = '/api/v1/knowledge-base/articles/:id/review'
    return () => ask<typeof sendForReview>('PUT', path, { params: { id }, body: { language, back: true } })
  },
  archive: (language: string, lead: Lead = {}): Step => {
    const path = '/api/v1/knowledge-base/articles/:id/archive'
    return () => ask<typeof archiveArticle>('PUT', path, { params: { id }, body: { language, ...lead } })
  },
  unarchive: (language: string): Step => {
    const path = '/api/v1/knowledge-base/articles/:id/archive'
    return () => ask<typeof unarchiveArticle>('DELETE', path, { params: { id }, query: { language } })
  },
  trash: (): Step => () =>
    ask<typeof deleteArticle>('DELETE', '/api/v1/knowledge-base/articles/:id', { params: { id } }),
  untrash: (): Step => () =>
    ask<typeof untrashArticle>('DELETE', '/api/v1/knowledge-base/articles/:id/trash', { params: { id } }),
  confirm: (): Step => () =>
    ask<typeof confirmArticle>('PUT', '/api/v1/knowledge-base/articles/:id/confirmation', { params: { id } }),
  move: (category: string | null, before: string | null): Step => {
    const body = { category, before }
    return () =>
      ask<typeof moveArticle>('PUT', '/api/v1/knowledge-base/articles/:id/position', { params: { id }, body })
  },
  change:
    (body: Change): Step =>
    () =>
      ask<typeof changeArticle>('PATCH', '/api/v1/knowledge-base/articles/:id', { params: { id }, body }),
})

/** From a draft to what the text was before; nobody is mailed again. */
export function bringBack(id: string, { language, isLive, status, publishAt, unpublishAt }: TextState): Step[] {
  const calls = callsFor(id)
  const until = unpublishAt ? { until: unpublishAt } : {}
  return [
    ...(isLive ? [calls.putBack(language, status, until)] : []),
    // The end of what is live stays, also where it comes before the next publication.
    ...(publishAt ? [calls.publish(language, { at: publishAt, ...(!isLive && until) })] : []),
    ...(!isLive && status === 'in_review' ? [calls.returnToReview(language)] : []),
  ]
}

/** Where the address of an archived text leads, which no row says. */
export async function readLead({ id, language }: ArticleRow): Promise<Lead | undefined> {
  const path = '/api/v1/knowledge-base/articles/:id'
  const { answer } = await ask<typeof showArticle>('GET', path, { params: { id }, query: { language } })
  const { article, path: to } = answer?.leadsTo ?? {}
  return answer && { ...(article && { to: article.id }), ...(to && { path: to }) }
}

/** The articles right in a category, in their order. */
export async function readOrder(category: string | null): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const query = { category: category ?? 'none', below: 'false', order: 'position', limit: '100', cursor } as const
    const { answer } = await ask<typeof listArticles>('GET', '/api/v1/knowledge-base/articles', { query })
    ids.push(...(answer?.items.map(({ id }) => id) ?? []))
    cursor = answer?.next ?? undefined
  } while (cursor)
  return ids
}
