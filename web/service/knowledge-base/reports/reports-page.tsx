import { type Day, type Series, sumOf } from '#web/lib/chart/days.ts'
import { DaysChart, Legend } from '#web/lib/chart/days-chart.tsx'
import { formatCount } from '#web/lib/words/format.ts'
import { feedbackPath, overviewHref, searchesPath } from '#web/service/knowledge-base/article/addresses.ts'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Stat, StatRow } from '#web/ui/page/stat.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { CountedArticles } from './counted-articles.tsx'
import { SearchedInVain } from './searched-in-vain.tsx'
import { type ReportSpan, spanHref, spans } from './spans.ts'
import type { Readings, Searches, Votes } from './types.ts'

type Props = {
  span: ReportSpan
  canWrite: boolean
  hasLanguages: boolean
  readings: Readings
  votes: Votes
  searches: Searches
}

/** Views, ratings and searches, day by day. */
export function ReportsPage({ span, canWrite, hasLanguages, ...reports }: Props) {
  const { readings, votes, searches } = reports
  const views = readings.days.map(({ day, views }) => ({ day, counts: [views] }))
  const said = votes.days.map(({ day, helpful, unhelpful }) => ({ day, counts: [helpful, unhelpful] }))
  const searched = searches.days.map((one) => ({ day: one.day, counts: [one.searches, one.withoutResult] }))
  return (
    <>
      <PageBar
        title="Reports"
        back={{ href: overviewHref, label: 'Back to the knowledge base' }}
        actions={
          <LinkSegments
            label="Days"
            items={spans.map((one) => ({ href: spanHref(one), label: `${one} days`, current: one === span }))}
          />
        }
      />
      <ScrollArea>
        <Totals views={views} said={said} searched={searched} />
        <Panes layout="2-1">
          <Chart title="Readings" label="Readings per day" days={views} series={['Readings']} />
          <Pane title="Most read" flush>
            <CountedArticles
              articles={readings.mostRead.map(({ views, ...article }) => ({ ...article, count: formatCount(views) }))}
              empty="No views in this period."
            />
          </Pane>
        </Panes>
        <Panes layout="2-1">
          <Chart title="Votes" label="Ratings per day" days={said} series={['Helpful', 'Not helpful']} />
          <Pane title="Least helpful" flush action={<TextLink href={feedbackPath}>Feedback</TextLink>}>
            <CountedArticles
              articles={votes.leastHelpful.map(({ helpful, unhelpful, ...article }) => ({
                ...article,
                count: `${share(helpful, helpful + unhelpful)} of ${formatCount(helpful + unhelpful)}`,
              }))}
              empty="No article with at least three ratings was rated unhelpful."
            />
          </Pane>
        </Panes>
        <Panes layout="2-1">
          <Chart title="Searches" label="Searches per day" days={searched} series={['Searches', 'Without result']} />
          <Pane
            title="Searches without results"
            flush
            action={<TextLink href={`${searchesPath}?results=none`}>See them all</TextLink>}
          >
            <SearchedInVain searches={searches.withoutResult} canWrite={canWrite} hasLanguages={hasLanguages} />
          </Pane>
        </Panes>
      </ScrollArea>
    </>
  )
}

type ChartProps = { title: string; label: string; days: Day[]; series: Series }

const Chart = ({ title, label, days, series }: ChartProps) => (
  <Pane title={title} action={<Legend days={days} series={series} />}>
    <DaysChart days={days} series={series} label={label} />
  </Pane>
)

/** Null without a total. */
const share = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–')

function Totals({ views, said, searched }: Record<'views' | 'said' | 'searched', Day[]>) {
  const [helpful, unhelpful] = [sumOf(said, 0), sumOf(said, 1)]
  const [searches, inVain] = [sumOf(searched, 0), sumOf(searched, 1)]
  return (
    <StatRow>
      <Stat
        label="Readings"
        value={formatCount(sumOf(views, 0))}
        detail="Each reader counted once a day for each article"
      />
      <Stat label="Votes" value={formatCount(helpful + unhelpful)} detail="Each reader counted once for each article" />
      <Stat label="Found helpful" value={share(helpful, helpful + unhelpful)} detail="Of all ratings" />
      <Stat label="Searches" value={formatCount(searches)} detail="By readers and the team" />
      <Stat label="Without result" value={share(inVain, searches)} detail={`${formatCount(inVain)} of the searches`} />
    </StatRow>
  )
}
