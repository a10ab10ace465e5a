import { listSuspendedMails } from '#contract/messages.ts'
import { listMembers } from '#contract/team.ts'
import { listTickets, listViews } from '#contract/tickets.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember, ticketRow } from '#web/service/tickets/sent.ts'
import { readListQuery } from '#web/service/tickets/views.ts'
import type { Route } from './+types/tickets.ts'
import { TicketsPage } from './tickets-page.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Tickets · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readListQuery(new URL(request.url).searchParams)
  const { view, q, order, cursor } = query

  const [viewer, views, members, page] = await Promise.all([
    requireService(context),
    call(listViews, {}),
    call(listMembers, { query: {} }),
    view === 'suspended'
      ? call(listSuspendedMails, { query: { limit: pageSize, cursor: cursor ?? undefined } }).then((page) => ({
          mails: page,
        }))
      : call(listTickets, {
          query: { limit: pageSize, view, cursor: cursor ?? undefined, q: q || undefined, order: order ?? undefined },
        }).then(({ items, next }) => ({ tickets: { items: items.map(ticketRow), next } })),
  ])
  return { query, viewer, views: views.items, members: members.items.map(ticketMember), ...page }
}

export default function Tickets({ loaderData }: Route.ComponentProps) {
  return <TicketsPage {...loaderData} />
}
