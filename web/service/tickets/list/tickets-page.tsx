import { Inbox } from 'lucide-react'
import type { Batch } from '#contract/bulk/batches.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import type { Member, SuspendedMail, TicketRow } from '#web/service/tickets/ticket/types.ts'
import { type ListQuery, listHref, type ViewCount, viewGroups, viewNames } from '#web/service/tickets/ticket/views.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { ListBar } from './bar/list-bar.tsx'
import { ViewLinks } from './bar/view-links.tsx'
import { SuspendedMails } from './suspended-mails.tsx'
import { TicketList } from './ticket-list.tsx'

type Page<T> = { items: T[]; next: string | null }

export type TicketsPageProps = {
  query: ListQuery
  viewer: Viewer
  views: ViewCount[]
  members: Member[]
  tickets: Page<TicketRow> | null
  mails: Page<SuspendedMail> | null
  batch: Batch | null
}

export function TicketsPage({ tickets, mails, ...page }: TicketsPageProps) {
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

/** The palette offers where work is. */
function queuesOf(views: ViewCount[]) {
  const ids = viewGroups.slice(0, 2).flatMap((group) => group.ids)
  return views.filter(({ id }) => ids.includes(id))
}
