import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { showOnboarding } from '#contract/overview/onboarding.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { showServiceReport, type TicketRow } from '#contract/tickets/tickets.ts'
import { api } from '#web/lib/api.ts'
import { DaysChart, Legend } from '#web/lib/chart/days-chart.tsx'
import { formatDayShort } from '#web/lib/chart/scale.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { SetupNotice } from '#web/service/onboarding/setup-notice.tsx'
import { requireService } from '#web/service/require-service.ts'
import { Waiting } from '#web/service/tickets/ticket/waiting.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Stat, StatRow } from '#web/ui/page/stat.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/dashboard.ts'
import { formatMinutes } from './format-report.ts'

export const meta = () => [{ title: 'Service dashboard · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [report, { steps }] = await Promise.all([call(showServiceReport, {}), call(showOnboarding, {})])
  return { report, steps }
}

export default function Dashboard({ loaderData: { report, steps } }: Route.ComponentProps) {
  useLiveReload()
  const { longestWaiting } = report
  const days = report.days.map(({ day, created, solved }) => ({ day, counts: [created, solved] }))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <>
      <PageBar
        title="Dashboard"
        actions={
          first &&
          last && (
            <span className="text-meta text-ink-3 tabular-nums">
              {formatDayShort(first.day)} to {formatDayShort(last.day)}
            </span>
          )
        }
      />
      <ScrollArea>
        <div className="flex min-h-full flex-col">
          <SetupNotice steps={steps} />
          <Stats report={report} />
          <Panes layout="2-1">
            <Pane title="Tickets over time" action={<Legend days={days} series={series} />}>
              <DaysChart days={days} series={series} label="Tickets per day" />
            </Pane>
            <Pane
              title="Waiting longest"
              flush
              action={<TextLink href="/service/tickets?view=active">Show all</TextLink>}
            >
              <LongestWaiting tickets={longestWaiting} />
            </Pane>
          </Panes>
        </div>
      </ScrollArea>
    </>
  )
}

const series = ['Created', 'Solved'] as const

const Stats = ({ report }: { report: Route.ComponentProps['loaderData']['report'] }) => (
  <StatRow>
    <Stat label="Active tickets" value={report.active} detail="not solved yet" href="/service/tickets?view=active" />
    <Stat
      label="Unassigned"
      value={report.unassigned}
      detail="without an assignee"
      href="/service/tickets?view=unassigned"
    />
    <Stat label="Mine" value={report.mine} detail="assigned to you" href="/service/tickets?view=mine" />
    <Stat label="Pending" value={report.pending} detail="waiting for customers" href="/service/tickets?view=pending" />
    <Stat
      label="Solved today"
      value={report.solvedToday}
      detail="by the whole team"
      href="/service/tickets?view=solved"
    />
    <Stat
      label="First reply, median"
      value={report.medianFirstReplyMinutes === null ? 'None yet' : formatMinutes(report.medianFirstReplyMinutes)}
      detail="of the last 14 days"
    />
  </StatRow>
)

type WaitingRow = z.output<typeof TicketRow>

function LongestWaiting({ tickets }: { tickets: WaitingRow[] }) {
  if (tickets.length === 0)
    return (
      <EmptyState icon={CircleCheck} tone="done" title="No one is waiting">
        Every customer has a reply.
      </EmptyState>
    )
  return (
    <ul className="border-b border-line">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="border-t border-line">
          <WaitingTicket {...ticket} />
        </li>
      ))}
    </ul>
  )
}

const WaitingTicket = ({ id, number, subject, priority, requester, assignee, waitingSince, createdAt }: WaitingRow) => (
  <Link
    to={`/service/tickets/${id}`}
    className="flex items-center gap-2.5 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 md:px-5"
  >
    <span className="mt-0.5 self-start">
      <PriorityGlyph priority={priority ?? 'normal'} />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{subject}</span>
      <span className="block truncate text-meta text-ink-3">
        <span className="tabular-nums">{number}</span> · {requester.name || shownAddress(requester.email)} ·{' '}
        {assignee?.name ?? 'Unassigned'}
      </span>
    </span>
    <span className="shrink-0 text-meta text-ink-2">
      <Waiting since={waitingSince ?? createdAt} />
    </span>
  </Link>
)
