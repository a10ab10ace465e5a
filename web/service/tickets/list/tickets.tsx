import { Inbox } from 'lucide-react'
import { redirect, replace } from 'react-router'
import { listCompanyFields, listCustomerFields, listTicketFields } from '#contract/fields/custom-fields.ts'
import { listSuspendedMails } from '#contract/tickets/messages.ts'
import { listStatuses } from '#contract/tickets/statuses.ts'
import { listTeams } from '#contract/tickets/teams.ts'
import { fieldQueryKeys, statusQueryKey, teamQueryKey } from '#contract/tickets/ticket-query.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { columnOfField } from '#contract/tickets/view-values.ts'
import { listTicketViews, type SavedView, showTicketView, showViewDisplay } from '#contract/tickets/views.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketMember, ticketRow, ticketStatus, ticketTeam } from '#web/service/tickets/ticket/loader-fields.ts'
import {
  countText,
  isEdited,
  listHref,
  type OpenView,
  readListQuery,
  savedIdIn,
  shownGroups,
  totalOf,
} from '#web/service/tickets/ticket/views.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import type { Route } from './+types/tickets.ts'
import { ListBar } from './bar/list-bar.tsx'
import { listOrderOf, ordersOf } from './bar/orders.ts'
import { ViewLinks } from './bar/view-links.tsx'
import { useDisplay } from './display/use-display.ts'
import { describeOrders } from './query/describe-orders.ts'
import { describeQuery } from './query/describe-query.ts'
import { SuspendedMails } from './suspended-mails.tsx'
import { TicketList } from './ticket-list.tsx'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Tickets · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const { searchParams } = new URL(request.url)
  const id = savedIdIn(searchParams)
  const view = id ? await readView() : null
  const query = readListQuery(searchParams, view && openViewOf(view))
  const { q, assignee, order, cursor } = query

  async function readView() {
    const { answer, problem } = await attempt(showTicketView, { params: { id: id! } })
    if (problem) throw redirect(listHref({}))
    return answer
  }

  const isSuspended = query.view === 'suspended'
  const page = { limit: pageSize, cursor: cursor ?? undefined }
  const statuses = (await call(listStatuses, {})).items.map(ticketStatus)
  const fields = (await call(listTicketFields, { query: {} })).items
  const teams = (await call(listTeams, {})).items.map(ticketTeam)
  const ownKeys = {
    ...fieldQueryKeys('ticket', fields),
    ...fieldQueryKeys('customer', (await call(listCustomerFields, { query: {} })).items),
    ...fieldQueryKeys('company', (await call(listCompanyFields, { query: {} })).items),
    status: statusQueryKey(statuses),
    team: teamQueryKey(teams),
  }
  const { problem } = describeQuery(q, { members: [], ownKeys })
  const display = () => call(showViewDisplay, { params: { id: id ?? query.view } })
  return readParts(request, {
    query: () => query,
    view: () => view,
    display,
    orders: () => describeOrders(q, ownKeys, listOrderOf(query)),
    search: async () => {
      const { items } = await call(listMembers, { query: {} })
      const members = items.map((member) => ({ id: member.id, name: fullName(member) }))
      return describeQuery(q, { members: [...members, ...(view?.people ?? [])], ownKeys })
    },
    viewer: () => requireService(context),
    views: async () => (await call(listTicketViews, {})).items,
    members: async () => (await call(listMembers, { query: {} })).items.map(ticketMember),
    tickets: async () => {
      if (isSuspended) return null
      if (problem) return { items: [], next: null, groups: null }
      const { group, folded, columns } = await display()
      const filters =
        view && !isEdited(query)
          ? { view: view.id }
          : { view: query.view, q: q || undefined, order: order ?? undefined, assignee: assignee ?? undefined }
      const grouping = group ? { group, folded: folded.join() || undefined } : {}
      const listed = { query: { ...page, ...filters, ...grouping } }
      const { answer, problem: refusal } = await attempt(listTickets, listed)
      // The group in which the page began was deleted.
      if (refusal?.fields?.cursor) throw replace(listHref({ ...query, cursor: null }))
      const { items, next, groups = null } = answer ?? (await call(listTickets, listed))
      const shown = fields.filter(({ key }) => columns.includes(columnOfField(key)))
      const valuesOf = ({ customFields }: (typeof items)[number]) =>
        Object.fromEntries(shown.map(({ key }) => [key, customFields[key]]))
      return { items: items.map((row) => ({ ...ticketRow(row), customFields: valuesOf(row) })), next, groups }
    },
    fields: () => fields,
    statuses: () => statuses,
    teams: () => teams,
    mails: async () => (isSuspended ? call(listSuspendedMails, { query: page }) : null),
    batch: () => loadLastBatch(call, 'tickets'),
  })
}

function openViewOf({ id, name, query, order, canChange, missing }: SavedView): OpenView {
  const isOrdered = order !== null && !/(^|\s)order:/.test(query)
  return { id, name, canChange, missing, q: isOrdered ? `${query} order:${order}`.trim() : query }
}

export default function Tickets({ loaderData }: Route.ComponentProps) {
  const {
    tickets,
    mails,
    display: stored,
    fields,
    ...page
  } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const { query, view, views, viewer } = page
  const canWrite = viewer.service?.state !== 'ended'
  const isNarrowed = query.saved ? isEdited(query) : Boolean(query.q || query.assignee)
  const total = isNarrowed ? null : totalOf(views, query)
  const shown = views.find(({ id }) => id === (query.saved?.id ?? query.view))
  const count = isNarrowed
    ? countWords({ total, isNarrowed, page: tickets, cursor: query.cursor })
    : shown && countText(shown.count, shown.isMore)
  const display = useDisplay(query.saved?.id ?? query.view, stored, fields)
  useCommands(
    shownGroups(views)
      .flatMap(({ shown }) => shown)
      .map(({ name, href }) => ({ group: 'Ticket views', label: name, icon: Inbox, href })),
  )

  return (
    <Split>
      <ViewLinks views={views} query={query} />
      <SplitMain>
        <ListBar {...{ query, view, views, count, display, canWrite }} orders={ordersOf(query, page.orders)} />
        {tickets && (
          <TicketList
            key={query.saved?.id ?? query.view}
            {...page}
            display={display}
            total={total}
            page={tickets}
            canWrite={canWrite}
          />
        )}
        {mails && <SuspendedMails query={query} total={total} page={mails} canWrite={canWrite} />}
      </SplitMain>
    </Split>
  )
}

// The parts of the list to reload after each event. Recovering a suspended mail adds a message, so `message.added` also
// reloads the mails.
const touches: Touches<
  'fields' | 'display' | 'views' | 'tickets' | 'mails' | 'batch' | 'search' | 'statuses' | 'teams'
> = {
  'ticket-fields.changed': ['search', 'fields', 'display', 'tickets'],
  'customer-fields.changed': ['search'],
  'company-fields.changed': ['search'],
  'statuses.changed': ['search', 'statuses', 'tickets'],
  'company.*': ['tickets'],
  'company-person.*': ['tickets'],
  'teams.changed': ['search', 'teams', 'tickets', 'views'],
  'ticket-view.changed': 'page',
  'ticket-view-settings.changed': ['views'],
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
