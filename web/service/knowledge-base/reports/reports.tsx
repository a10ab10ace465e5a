import { FilePlus2, Replace } from 'lucide-react'
import type { z } from 'zod'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { showReadings, showSearches, showVotes } from '#contract/knowledge-base/reports.ts'
import { api } from '#web/lib/api.ts'
import { type Day, type Series, sumOf } from '#web/lib/chart/days.ts'
import { DaysChart, Legend } from '#web/lib/chart/days-chart.tsx'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import {
  articleHref,
  begunArticleHref,
  feedbackPath,
  overviewHref,
  reportsPath,
  searchesPath,
  synonymHref,
} from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { RowLink } from '#web/ui/list/table.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Stat, StatRow } from '#web/ui/page/stat.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/reports.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Reports of the knowledge base · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const span = readSpan(new URL(request.url).searchParams)
  const query = { days: span }
  const [viewer, { items: languages }, readings, votes, searches] = await Promise.all([
    requireService(context),
    call(showLanguages, {}),
    call(showReadings, { query }),
    call(showVotes, { query }),
    call(showSearches, { query }),
  ])
  return {
    span,
    canWrite: viewer.service?.state !== 'ended',
    hasLanguages: languages.length > 1,
    readings,
    votes,
    searches,
  }
}

export default function Reports({ loaderData: { span, canWrite, hasLanguages, ...reports } }: Route.ComponentProps) {
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
          <Chart title="Views" label="Views per day" days={views} series={['Views']} />
          <Pane title="Most read" flush>
            <CountedArticles
              articles={readings.mostRead.map(({ views, ...article }) => ({ ...article, count: formatCount(views) }))}
              empty="No views in this period."
            />
          </Pane>
        </Panes>
        <Panes layout="2-1">
          <Chart title="Ratings" label="Ratings per day" days={said} series={['Helpful', 'Not helpful']} />
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
            action={<TextLink href={`${searchesPath}?results=none`}>See all</TextLink>}
          >
            <SearchedInVain searches={searches.withoutResult} canWrite={canWrite} hasLanguages={hasLanguages} />
          </Pane>
        </Panes>
      </ScrollArea>
    </>
  )
}

const Chart = ({ title, label, days, series }: { title: string; label: string; days: Day[]; series: Series }) => (
  <Pane title={title} action={<Legend days={days} series={series} />}>
    <DaysChart days={days} series={series} label={label} />
  </Pane>
)

const share = (part: number, whole: number) => (whole > 0 ? `${Math.round((part / whole) * 100)} %` : '–')

function Totals({ views, said, searched }: Record<'views' | 'said' | 'searched', Day[]>) {
  const [helpful, unhelpful] = [sumOf(said, 0), sumOf(said, 1)]
  const [searches, inVain] = [sumOf(searched, 0), sumOf(searched, 1)]
  return (
    <StatRow>
      <Stat
        label="Views"
        value={formatCount(sumOf(views, 0))}
        detail="Each reader counted once a day for each article"
      />
      <Stat label="Ratings" value={formatCount(helpful + unhelpful)} detail="Each reader counted once per article" />
      <Stat label="Found helpful" value={share(helpful, helpful + unhelpful)} detail="Of all ratings" />
      <Stat label="Searches" value={formatCount(searches)} detail="By readers and the team" />
      <Stat label="Without result" value={share(inVain, searches)} detail={`${formatCount(inVain)} of the searches`} />
    </StatRow>
  )
}

type CountedArticlesProps = { articles: { id: string; title: string; count: string }[]; empty: string }

function CountedArticles({ articles, empty }: CountedArticlesProps) {
  if (articles.length === 0) return <p className="px-4 text-ink-3 md:px-5">{empty}</p>
  return (
    <ol className="border-t border-line">
      {articles.map(({ id, title, count }) => (
        <li key={id} className="relative flex h-9 items-center gap-3 border-b border-line px-4 hover:bg-hover md:px-5">
          <RowLink href={articleHref(id)} className="truncate" title={title}>
            {title || 'Untitled'}
          </RowLink>
          <span className="ml-auto shrink-0 tabular-nums">{count}</span>
        </li>
      ))}
    </ol>
  )
}

type SearchedInVainProps = { searches: Searches['withoutResult']; canWrite: boolean; hasLanguages: boolean }

function SearchedInVain({ searches, canWrite, hasLanguages }: SearchedInVainProps) {
  if (searches.length === 0) return <p className="px-4 text-ink-3 md:px-5">No searches without results.</p>
  return (
    <ol className="border-t border-line">
      {searches.map(({ query, language, times }) => (
        <li
          key={`${language} ${query}`}
          className="flex h-9 items-center gap-2 border-b border-line pr-2 pl-4 md:pr-3 md:pl-5"
        >
          <span className="truncate" title={query}>
            {query}
          </span>
          {hasLanguages && <span className="shrink-0 text-meta text-ink-3">{languageName(language)}</span>}
          <span className="ml-auto shrink-0 tabular-nums">{plural(times, 'time')}</span>
          {canWrite && (
            <span className="flex shrink-0">
              <IconButton icon={FilePlus2} label={`Write an article on “${query}”`} href={begunArticleHref(query)} />
              <IconButton icon={Replace} label={`Add a synonym for “${query}”`} href={synonymHref(query, language)} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

const spans = [7, 30, 90] as const
type ReportSpan = (typeof spans)[number]

const readSpan = (search: URLSearchParams): ReportSpan => spans.find((span) => `${span}` === search.get('days')) ?? 30

const spanHref = (span: ReportSpan) => (span === 30 ? reportsPath : `${reportsPath}?days=${span}`)

type Searches = z.output<typeof showSearches.answer>
