import { feedbackPath } from '#web/service/knowledge-base/article/addresses.ts'

/** Which of it is shown; all where the address says nothing. */
export const shownNames = { all: 'All', open: 'Open', comments: 'With comment', unhelpful: 'Not helpful' }
export type Shown = keyof typeof shownNames
export const shownOnes = Object.keys(shownNames) as Shown[]

export type FeedbackQuery = { shown: Shown; cursor: string | null }

/** What it does not know is left out. */
export const readFeedbackQuery = (search: URLSearchParams): FeedbackQuery => ({
  shown: shownOnes.find((shown) => shown === search.get('show')) ?? 'all',
  cursor: search.get('cursor'),
})

export function feedbackHref({ shown = 'all', cursor }: Partial<FeedbackQuery>): string {
  const params = new URLSearchParams({ ...(shown !== 'all' && { show: shown }), ...(cursor && { cursor }) })
  return params.size > 0 ? `${feedbackPath}?${params}` : feedbackPath
}
