import { reportsPath } from '#web/service/knowledge-base/article/addresses.ts'

/** How many days a report is about; where the address says nothing, a month. */
export const spans = [7, 30, 90] as const
export type Span = (typeof spans)[number]

export const readSpan = (search: URLSearchParams): Span => spans.find((span) => `${span}` === search.get('days')) ?? 30

export const spanHref = (span: Span) => (span === 30 ? reportsPath : `${reportsPath}?days=${span}`)
