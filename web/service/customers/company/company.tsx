import { listCompanyFields } from '#contract/fields/custom-fields.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listCompanyEvents, listCompanyPeople, showCompany } from '#contract/workspace/companies.ts'
import { api } from '#web/lib/api.ts'
import { readParts } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketRow } from '#web/service/tickets/ticket/loader-fields.ts'
import type { Route } from './+types/company.ts'
import { CompanyPage } from './company-page.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.company.name ?? 'Company'} · Startup Tools` },
]

export function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const search = new URL(request.url).searchParams
  const query = { tickets: search.get('tickets'), people: search.get('people') }
  return readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    company: () => call(showCompany, { params: { id } }),
    fields: async () => (await call(listCompanyFields, { query: {} })).items,
    people: () =>
      call(listCompanyPeople, { params: { id }, query: { limit: pageSize, cursor: query.people ?? undefined } }),
    async tickets() {
      const page = { limit: pageSize, cursor: query.tickets ?? undefined, order: 'updated' } as const
      const { items, next } = await call(listTickets, { query: { q: `company:${id}`, ...page } })
      return { items: items.map(ticketRow), next }
    },
    events: () => call(listCompanyEvents, { params: { id }, query: { limit: pageSize } }),
  })
}

export default function Company({ loaderData }: Route.ComponentProps) {
  const page = useLivePage(loaderData, ({ type, subject }) => {
    if (type === 'company-fields.changed') return ['company', 'fields']
    if (subject?.id === loaderData.company.id) return ['company', 'people', 'tickets', 'events']
    if (type.startsWith('company-person.')) return ['company', 'people', 'tickets']
    if (loaderData.people.items.some(({ id }) => id === subject?.id)) return ['people']
    return type === 'ticket.created' || loaderData.tickets.items.some(({ id }) => id === subject?.id) ? ['tickets'] : []
  })
  return <CompanyPage key={page.company.id} {...page} />
}
