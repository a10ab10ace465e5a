import { showOnboarding } from '#contract/overview/onboarding.ts'
import { showServiceReport } from '#contract/tickets/tickets.ts'
import { api } from '#web/lib/api.ts'
import { DaysChart, Legend } from '#web/lib/chart/days-chart.tsx'
import { formatDayShort } from '#web/lib/chart/scale.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { SetupNotice } from '#web/service/onboarding/setup-notice.tsx'
import { requireService } from '#web/service/require-service.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Stat, StatRow } from '#web/ui/page/stat.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/dashboard.ts'
import { formatMinutes } from './format-report.ts'
import { LongestWaiting } from './longest-waiting.tsx'

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
