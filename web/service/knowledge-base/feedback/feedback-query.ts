import { withQuery } from '#web/lib/list/with-query.ts'
import { feedbackPath } from '#web/service/knowledge-base/article/addresses.ts'

export const shownNames = { all: 'All', open: 'Open', comments: 'With comment', unhelpful: 'Not helpful' }
export type FeedbackState = keyof typeof shownNames
export const shownOnes = Object.keys(shownNames) as FeedbackState[]

export type FeedbackQuery = { shown: FeedbackState; cursor: string | null }

export const readFeedbackQuery = (search: URLSearchParams): FeedbackQuery => ({
  shown: shownOnes.find((shown) => shown === search.get('show')) ?? 'all',
  cursor: search.get('cursor'),
})

export const feedbackHref = ({ shown = 'all', cursor }: Partial<FeedbackQuery>): string =>
  withQuery(feedbackPath, { show: shown !== 'all' && shown, cursor })
