import { BookOpen, ChartLine, FolderTree, List, MessageSquareText } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { type Gap, listGaps } from '#contract/help/knowledge-gaps.ts'
import { listArticles, showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import {
  articleHref,
  articlesPath,
  categoriesHref,
  feedbackPath,
  gapsPath,
  movesPath,
  newArticleHref,
  reportsPath,
} from '#web/service/knowledge-base/article/addresses.ts'
import { ArticleStatus } from '#web/service/knowledge-base/article/article-marks.tsx'
import { articlesHref, stageNames } from '#web/service/knowledge-base/article/articles-query.ts'
import { articleRow } from '#web/service/knowledge-base/article/loader-fields.ts'
import type { ArticleRow, Report } from '#web/service/knowledge-base/article/types.ts'
import { signWords, titleHref } from '#web/service/knowledge-base/gaps/describe-gap.ts'
import { NewButton } from '#web/service/new-button.tsx'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Stat, StatRow } from '#web/ui/page/stat.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/overview.ts'
import { touches } from './live-parts.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Knowledge base · Startup Tools' }]

const mostLines = 6

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const list = async (query: object) => {
    const { items } = await call(listArticles, { query: { limit: mostLines, ...query } })
    return items.map(articleRow)
  }
  return readParts(request, {
    viewer: () => requireService(context),
    report: () => call(showKnowledgeBaseReport, { query: {} }),
    categoryCount: async () => (await call(listCategories, { query: {} })).items.length,
    latest: () => list({}),
    inReview: () => list({ status: 'in_review' }),
    planned: () => list({ isPlanned: 'true' }),
    gaps: async () => (await call(listGaps, { query: { limit: `${mostLines}` } })).items,
  })
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { report, categoryCount, latest, inReview, planned, gaps, viewer } = useLivePage(loaderData, ({ type }) =>
    touchedBy(touches, type),
  )
  const canWrite = viewer.service?.state !== 'ended'
  return (
    <>
      <PageBar title="Knowledge base" actions={<Actions canWrite={canWrite} />} />
      <ScrollArea className="flex flex-col">
        {report.articles === 0 && report.trashed === 0 ? (
          <Nothing canWrite={canWrite} />
        ) : (
          <>
            <Totals report={report} categoryCount={categoryCount} />
            <Panes layout="2-1">
              <Pane title="Latest changes" flush>
                <ArticleLines articles={latest} empty="Everything is in the trash." shows="updated" />
              </Pane>
              <Pane title="What readers miss" flush action={<TextLink href={gapsPath}>See all gaps</TextLink>}>
                <GapLines gaps={gaps} hasLanguages={report.languages.length > 1} />
              </Pane>
            </Panes>
            <Panes layout="1-1">
              <Pane title="In review" flush action={<Waiting report={report} />}>
                <ArticleLines articles={inReview} empty="Nothing in review." shows="updated" />
              </Pane>
              <Pane title="Scheduled" flush>
                <ArticleLines articles={planned} empty="Nothing scheduled." shows="planned" />
              </Pane>
            </Panes>
            <Pane title="Languages" flush action={<TextLink href={movesPath}>Import and export</TextLink>}>
              <LanguageTable languages={report.languages} />
            </Pane>
          </>
        )}
      </ScrollArea>
    </>
  )
}

const Waiting = ({ report: { stale, remarked } }: { report: Report }) => (
  <span className="flex flex-wrap justify-end gap-x-3">
    {remarked > 0 && (
      <TextLink href={articlesHref({ stage: 'remarked' })}>{plural(remarked, 'article')} with comments</TextLink>
    )}
    {stale > 0 && (
      <TextLink href={articlesHref({ stage: 'stale' })}>{plural(stale, 'article')} due for review</TextLink>
    )}
  </span>
)

function Totals({ report, categoryCount }: { report: Report; categoryCount: number }) {
  const { byStatus, withChanges, withoutCategory, views } = report
  const stages = ['published', 'draft', 'in_review', 'archived'] as const
  return (
    <StatRow>
      <Stat
        label="Articles"
        value={formatCount(report.articles)}
        detail={withoutCategory > 0 && `${formatCount(withoutCategory)} without a category`}
        href={articlesPath}
      />
      {stages.map((stage) => (
        <Stat
          key={stage}
          label={stageNames[stage]}
          value={formatCount(byStatus[stage])}
          detail={stage === 'published' && withChanges > 0 && `${formatCount(withChanges)} with unpublished changes`}
          href={articlesHref({ stage })}
        />
      ))}
      <Stat label="Categories" value={formatCount(categoryCount)} href={categoriesHref} />
      <Stat
        label="Views"
        value={formatCount(views)}
        detail="Total, each reader counted once a day"
        href={reportsPath}
      />
      <HelpfulStat {...report} />
    </StatRow>
  )
}

function HelpfulStat({ helpful, unhelpful, openFeedback }: Pick<Report, 'helpful' | 'unhelpful' | 'openFeedback'>) {
  const said = helpful + unhelpful
  return (
    <Stat
      label="Found helpful"
      value={said > 0 ? `${Math.round((helpful / said) * 100)} %` : '–'}
      detail={
        said > 0
          ? `${formatCount(helpful)} of ${plural(said, 'rating')}, last 30 days`
          : 'No ratings in the last 30 days'
      }
      href={openFeedback > 0 ? `${feedbackPath}?show=open` : feedbackPath}
    />
  )
}

function Actions({ canWrite }: { canWrite: boolean }) {
  const navigate = useNavigate()
  const group = 'Knowledge base'
  useShortcuts(
    {
      l: { label: 'All articles', run: () => navigate(articlesPath) },
      f: { label: 'Feedback', run: () => navigate(feedbackPath) },
      r: { label: 'Reports', run: () => navigate(reportsPath) },
      m: { label: 'What readers miss', run: () => navigate(gapsPath) },
    },
    { group },
  )
  return (
    <>
      <Button variant="ghost" icon={MessageSquareText} keys="F" href={feedbackPath}>
        <span className="max-md:sr-only">Feedback</span>
      </Button>
      <Button variant="ghost" icon={ChartLine} keys="R" href={reportsPath}>
        <span className="max-md:sr-only">Reports</span>
      </Button>
      <Button variant="ghost" icon={FolderTree} href={categoriesHref}>
        <span className="max-md:sr-only">Categories</span>
      </Button>
      <Button icon={List} keys="L" href={articlesPath}>
        <span className="max-md:sr-only">Articles</span>
      </Button>
      <NewButton label="New article" href={newArticleHref} group={group} canWrite={canWrite} />
    </>
  )
}

const Nothing = ({ canWrite }: { canWrite: boolean }) => (
  <div className="grid h-full place-content-center">
    <EmptyState
      icon={BookOpen}
      title="No articles yet"
      actions={
        canWrite && (
          <>
            <Button variant="primary" href={newArticleHref}>
              Write the first article
            </Button>
            <Button href={categoriesHref}>Set up categories</Button>
            <Button href={movesPath}>Import articles</Button>
          </>
        )
      }
    >
      Articles answer customers before they ask. Start with your most frequent question.
    </EmptyState>
  </div>
)

function GapLines({ gaps, hasLanguages }: { gaps: Gap[]; hasLanguages: boolean }) {
  if (gaps.length === 0) return <p className="px-4 text-ink-3 md:px-5">No gaps in the last 30 days.</p>
  return (
    <ol className="border-t border-line">
      {gaps.map((gap) => {
        const href = titleHref(gap)
        return (
          <li
            key={gap.id}
            className="relative flex h-10 items-center gap-3 border-b border-line px-4 hover:bg-hover md:px-5"
          >
            {href ? (
              <RowLink href={href} className="truncate" title={gap.title}>
                {gap.title || 'Untitled'}
              </RowLink>
            ) : (
              <span className="truncate">{gap.title}</span>
            )}
            {hasLanguages && gap.kind === 'search' && (
              <span className="shrink-0 text-ink-3 max-md:hidden">{languageName(gap.language)}</span>
            )}
            <span className="ml-auto shrink-0 text-ink-3 tabular-nums">{signWords(gap.signs)[0]}</span>
          </li>
        )
      })}
    </ol>
  )
}

const LanguageTable = ({ languages }: Pick<Report, 'languages'>) => (
  <Table label="Articles by language">
    <TableHead>
      <HeaderCell>Language</HeaderCell>
      <HeaderCell className="w-24" align="right">
        Written
      </HeaderCell>
      <HeaderCell className="w-24" align="right">
        Live
      </HeaderCell>
      <HeaderCell className="w-24" align="right">
        Outdated
      </HeaderCell>
    </TableHead>
    <TableBody>
      {languages.map(({ language, written, live, outdated }, at) => (
        <TableRow key={language}>
          <Cell>
            {at === 0 ? (
              languageName(language)
            ) : (
              <Link to={articlesHref({ language })} className="font-medium text-accent-ink hover:underline">
                {languageName(language)}
              </Link>
            )}
          </Cell>
          <Cell align="right">{formatCount(written)}</Cell>
          <Cell align="right">{formatCount(live)}</Cell>
          <Cell align="right" className={outdated > 0 ? 'text-amber-ink' : undefined}>
            {formatCount(outdated)}
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

type ArticleLinesProps = { articles: ArticleRow[]; empty: string; shows: 'updated' | 'planned' }

function ArticleLines({ articles, empty, shows }: ArticleLinesProps) {
  if (articles.length === 0) return <p className="px-4 text-ink-3 md:px-5">{empty}</p>
  return (
    <ul className="border-t border-line">
      {articles.map((article) => {
        const at = shows === 'updated' ? article.updatedAt : plannedAt(article)
        return (
          <li
            key={article.id}
            className="relative flex h-10 items-center gap-3 border-b border-line px-4 hover:bg-hover md:px-5"
          >
            <RowLink href={articleHref(article.id, article.language)} className="truncate" title={article.title}>
              {article.title || 'Untitled'}
            </RowLink>
            <span className="ml-auto shrink-0 max-md:hidden">
              <ArticleStatus article={article} />
            </span>
            {at && (
              <span className="min-w-20 shrink-0 text-right text-ink-3 tabular-nums max-md:ml-auto">
                <Time at={at} style={shows === 'updated' ? 'ago' : 'moment'} />
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const plannedAt = ({ languages, language }: ArticleRow) =>
  languages.find((text) => text.language === language)?.publishAt ?? null
