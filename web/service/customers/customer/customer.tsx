import { redirect } from 'react-router'
import { listCustomerFields } from '#contract/fields/custom-fields.ts'
import { listReadArticles } from '#contract/help/deflections.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listCustomerEvents, showCustomer } from '#contract/workspace/customers.ts'
import { api } from '#web/lib/api.ts'
import { readParts } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { customerHref } from '#web/service/customers/customer-href.ts'
import { nameOf } from '#web/service/customers/customer-name.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketRow } from '#web/service/tickets/ticket/loader-fields.ts'
import type { Route } from './+types/customer.ts'
import { ticketsShown } from './customer-data.ts'
import { CustomerPage } from './customer-page.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.customer ? nameOf(loaderData.customer) : 'Customer'} · Startup Tools` },
]

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const search = new URL(request.url).searchParams
  const query = {
    view: ticketsShown.find((view) => view === search.get('tickets')) ?? 'all',
    cursor: search.get('cursor'),
  } as const
  const parts = await readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    customer: () => call(showCustomer, { params: { id } }),
    fields: async () => (await call(listCustomerFields, { query: {} })).items,
    async tickets() {
      const { items, next } = await call(listTickets, {
        query: {
          requester: id,
          q: queries[query.view],
          limit: pageSize,
          cursor: query.cursor ?? undefined,
          order: 'updated',
        },
      })
      return { items: items.map(ticketRow), next }
    },
    events: () => call(listCustomerEvents, { params: { id }, query: { limit: pageSize } }),
    readArticles: async () => (await call(listReadArticles, { params: { id } })).items,
    languages: async () => (await call(showLanguages, {})).items,
  })
  if (parts.customer?.mergedInto) throw redirect(customerHref(parts.customer.mergedInto.id))
  return parts
}

const queries = { all: '', open: 'status<solved', solved: 'status>=solved' }

export default function Customer({ loaderData }: Route.ComponentProps) {
  const page = useLivePage(loaderData, ({ type, subject }) => {
    if (type === 'customer-fields.changed') return ['customer', 'fields']
    if (subject?.id === loaderData.customer.id) return type.includes('merge') ? 'page' : ['customer', 'events']
    const isShown = loaderData.tickets.items.some(({ id }) => id === subject?.id)
    return isShown || type === 'ticket.created' || type === 'requester.changed' ? ['customer', 'tickets'] : []
  })
  return <CustomerPage key={page.customer.id} {...page} />
}
