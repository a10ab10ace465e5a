import type { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import type { Company as CompanyAnswer, listCompanyEvents, listCompanyPeople } from '#contract/workspace/companies.ts'
import type { TicketRow } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export type Company = z.output<typeof CompanyAnswer>
export type Person = z.output<typeof listCompanyPeople.answer>['items'][number]

export type CompanyPageData = {
  viewer: Viewer
  company: Company
  fields: CustomField[]
  tickets: { items: TicketRow[]; next: string | null }
  people: { items: Person[]; next: string | null }
  events: AnswerOf<typeof listCompanyEvents>
  query: { tickets: string | null; people: string | null }
}
