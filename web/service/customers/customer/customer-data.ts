import type { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import type { listReadArticles } from '#contract/help/deflections.ts'
import type { CustomerProfile, listCustomerEvents } from '#contract/workspace/customers.ts'
import type { TicketRow } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export type Profile = z.output<typeof CustomerProfile>

export type CustomerPageData = {
  viewer: Viewer
  customer: Profile
  fields: CustomField[]
  tickets: { items: TicketRow[]; next: string | null }
  events: AnswerOf<typeof listCustomerEvents>
  readArticles: AnswerOf<typeof listReadArticles>['items']
  languages: string[]
  query: { view: TicketsShown; cursor: string | null }
}

export const ticketsShown = ['all', 'open', 'solved'] as const
export type TicketsShown = (typeof ticketsShown)[number]
