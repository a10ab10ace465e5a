import { listSuspendedMails } from '#contract/tickets/messages.ts'
import { listTickets, listViews } from '#contract/tickets/tickets.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember, ticketRow } from '#web/service/tickets/ticket/sent.ts'
import { readListQuery } from '#web/service/tickets/ticket/views.ts'
import type { Route } from './+types/tickets.ts'
import { touches } from './live-parts.ts'
import { TicketsPage } from './tickets-page.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Tickets · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readListQuery(new URL(request.url).searchParams)
  const { view, q, assignee, order, cursor } = query

  const isSuspended = view === 'suspended'
  const page = { limit: pageSize, cursor: cursor ?? undefined }
  return readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    views: async () => (await call(listViews, {})).items,
    members: async () => (await call(listMembers, { query: {} })).items.map(ticketMember),
    tickets: async () => {
      if (isSuspended) return null
      const filters = { view, q: q || undefined, order: order ?? undefined, assignee: assignee ?? undefined }
      const { items, next } = await call(listTickets, { query: { ...page, ...filters } })
      return { items: items.map(ticketRow), next }
    },
    mails: async () => (isSuspended ? call(listSuspendedMails, { query: page }) : null),
    batch: () => loadLastBatch(call, 'tickets'),
  })
}

export default function Tickets({ loaderData }: Route.ComponentProps) {
  return <TicketsPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
