import { Inbox } from 'lucide-react'
import { listSuspendedMails } from '#contract/tickets/messages.ts'
import { listTickets, listViews } from '#contract/tickets/tickets.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember, ticketRow } from '#web/service/tickets/ticket/loader-fields.ts'
import { listHref, readListQuery, type ViewCount, viewGroups, viewNames } from '#web/service/tickets/ticket/views.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import type { Route } from './+types/tickets.ts'
import { ListBar } from './bar/list-bar.tsx'
import { ViewLinks } from './bar/view-links.tsx'
import { describeQuery } from './query/describe-query.ts'
import { SuspendedMails } from './suspended-mails.tsx'
import { TicketList } from './ticket-list.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Tickets · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readListQuery(new URL(request.url).searchParams)
  const { view, q, assignee, order, cursor } = query

  const isSuspended = view === 'suspended'
  const page = { limit: pageSize, cursor: cursor ?? undefined }
  const { problem } = describeQuery(q, [])
  return readParts(request, {
    query: () => query,
    search: async () => {
      const { items } = await call(listMembers, { query: {} })
      return describeQuery(
        q,
        items.map((member) => ({ id: member.id, name: fullName(member) })),
      )
    },
    viewer: () => requireService(context),
    views: async () => (await call(listViews, {})).items,
    members: async () => (await call(listMembers, { query: {} })).items.map(ticketMember),
    tickets: async () => {
      if (isSuspended) return null
      if (problem) return { items: [], next: null }
      const filters = { view, q: q || undefined, order: order ?? undefined, assignee: assignee ?? undefined }
      const { items, next } = await call(listTickets, { query: { ...page, ...filters } })
      return { items: items.map(ticketRow), next }
    },
    mails: async () => (isSuspended ? call(listSuspendedMails, { query: page }) : null),
    batch: () => loadLastBatch(call, 'tickets'),
  })
}

export default function Tickets({ loaderData }: Route.ComponentProps) {
  const { tickets, mails, ...page } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const { query, views, viewer } = page
  const canWrite = viewer.service?.state !== 'ended'
  const isNarrowed = Boolean(query.q || query.assignee)
  const total = isNarrowed ? null : (views.find(({ id }) => id === query.view)?.count ?? null)
  const count = countWords({ total, isNarrowed, page: tickets, cursor: query.cursor })
  useCommands(
    queuesOf(views).map(({ id }) => ({
      group: 'Ticket views',
      label: viewNames[id],
      icon: Inbox,
      href: listHref({ view: id }),
    })),
  )

  return (
    <Split>
      <ViewLinks views={views} current={query.view} />
      <SplitMain>
        <ListBar {...{ query, views, count, canWrite }} />
        {tickets && <TicketList key={query.view} {...page} total={total} page={tickets} canWrite={canWrite} />}
        {mails && <SuspendedMails query={query} total={total} page={mails} canWrite={canWrite} />}
      </SplitMain>
    </Split>
  )
}

function queuesOf(views: ViewCount[]) {
  const ids = viewGroups.slice(0, 2).flatMap((group) => group.ids)
  return views.filter(({ id }) => ids.includes(id))
}

// The parts of the list to reload after each event. Recovering a suspended mail adds a message, so `message.added` also
// reloads the mails.
const touches: Touches<'views' | 'tickets' | 'mails' | 'batch'> = {
  'batch.changed': ['batch'],
  'status.changed': ['views', 'tickets'],
  'assignee.changed': ['views', 'tickets'],
  '*.changed': ['tickets'],
  'message.added': ['views', 'tickets', 'mails'],
  'message.*': ['tickets'],
  'thanks.overruled': ['tickets'],
  'ticket.seen': ['tickets'],
  'mail.suspended': ['views', 'mails'],
  'mail.*': [],
  otherwise: ['views', 'tickets', 'mails'],
}
