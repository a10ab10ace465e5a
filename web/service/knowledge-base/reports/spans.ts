import { reportsPath } from '#web/service/knowledge-base/article/addresses.ts'

/** Days of a report; 30 by default. */
export const spans = [7, 30, 90] as const
export type ReportSpan = (typeof spans)[number]

export const readSpan = (search: URLSearchParams): ReportSpan =>
  spans.find((span) => `${span}` === search.get('days')) ?? 30

export const spanHref = (span: ReportSpan) => (span === 30 ? reportsPath : `${reportsPath}?days=${span}`)
