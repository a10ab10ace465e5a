import { BookOpen, ExternalLink, FolderTree, Plus, Replace } from 'lucide-react'
import { useNavigation } from 'react-router'
import { listArticles, showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { listSearches } from '#contract/knowledge-base/search.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { formatCount } from '#web/lib/words/format.ts'
import {
  articlesPath,
  categoriesHref,
  newArticleHref,
  newCategoryHref,
  searchesPath,
} from '#web/service/knowledge-base/article/addresses.ts'
import {
  type ArticlesQuery,
  articlesHref,
  isFiltered,
  matchOf,
  readArticlesQuery,
  replaceHref,
  type Stage,
  stageNames,
} from '#web/service/knowledge-base/article/articles-query.ts'
import { articleMember, articleRow, categoryLines } from '#web/service/knowledge-base/article/loader-fields.ts'
import type { CategoryLine, Report } from '#web/service/knowledge-base/article/types.ts'
import { summedUp, type Unanswered } from '#web/service/knowledge-base/article/unanswered.ts'
import { NewButton } from '#web/service/new-button.tsx'
import { requireService } from '#web/service/require-service.ts'
import { useCommands } from '#web/shell/commands/commands.ts'
import { Button, buttonLook } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'
import type { Route } from './+types/articles.ts'
import { ArticleList } from './article-list.tsx'
import { touches } from './live-parts.ts'

const pageSize = 25
const most = { lines: 3, searches: 100 }

export const meta: Route.MetaFunction = () => [{ title: 'Articles · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readArticlesQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    report: () => call(showKnowledgeBaseReport, { query: {} }),
    categories: async () => categoryLines((await call(listCategories, { query: {} })).items),
    async unanswered() {
      const asked = { withoutResult: 'true' as const, limit: most.searches }
      return summedUp((await call(listSearches, { query: asked })).items).slice(0, most.lines)
    },
    members: async () => (await call(listMembers, { query: {} })).items.map(articleMember),
    batch: () => loadLastBatch(call, 'articles'),
    articles: async () => {
      const { items, next } = await call(listArticles, { query: askedBy(query) })
      return { items: items.map(articleRow), next }
    },
  })
}

const askedBy = (query: ArticlesQuery) => ({
  ...{ limit: pageSize, cursor: query.cursor ?? undefined, ...matchOf(query) },
  // Sorts stale and outdated articles by views, because the most read article is the most urgent.
  ...((query.stage === 'stale' || query.stage === 'outdated') && { order: 'popular' as const }),
  ...(query.order && { order: query.order }),
})

export default function Articles({ loaderData }: Route.ComponentProps) {
  const page = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const { query, viewer, report, categories, members, unanswered, articles, batch } = page
  const canWrite = viewer.service?.state !== 'ended'
  const { views, tree } = placesOf({ query, report, categories })
  const place = [...views, ...tree].find(({ isCurrent }) => isCurrent)
  const title = place?.label ?? 'Articles'
  const total = isFiltered(query) ? null : (place?.count ?? null)
  const { location } = useNavigation()
  const isLeaving = location?.pathname === articlesPath && !location.search.includes('q=')
  useCommands(views.map(({ label, href }) => ({ group: 'Articles', label, icon: BookOpen, href })))

  return (
    <Split>
      <ArticlePlaces query={query} report={report} categories={categories} unanswered={unanswered} />
      <SplitMain>
        <PageBar
          title={<PlaceMenu query={query} report={report} categories={categories} title={title} />}
          count={countWords({ total, isNarrowed: isFiltered(query), page: articles, cursor: query.cursor })}
          actions={<Actions canWrite={canWrite} query={query} />}
        />
        <div
          className={classNames(
            'flex min-h-0 flex-1 flex-col',
            isLeaving && 'opacity-60 transition-opacity delay-150 duration-(--st-t-hover)',
          )}
        >
          <ArticleList
            key={place?.id}
            {...{ title, query, report, categories, members, total, canWrite, batch }}
            page={articles}
            viewerId={viewer.id}
          />
        </div>
      </SplitMain>
    </Split>
  )
}

function Actions({ canWrite, query }: { canWrite: boolean; query: ArticlesQuery }) {
  const { category } = query
  // The help center is not part of the team pages, so the link opens a new tab.
  const live = category && category !== 'none' ? `/knowledgebase/category/${category}` : '/knowledgebase'
  return (
    <>
      <a href={live} target="_blank" rel="noreferrer" className={buttonLook({ variant: 'ghost' })}>
        <Icon of={ExternalLink} size={14} />
        <span className="max-md:sr-only">View live</span>
      </a>
      <Button variant="ghost" icon={Replace} href={replaceHref(query)}>
        <span className="max-lg:sr-only">Find and replace</span>
      </Button>
      <Button variant="ghost" icon={FolderTree} href={categoriesHref}>
        <span className="max-md:sr-only">Categories</span>
      </Button>
      <NewButton label="New article" href={newArticleHref} group="Article list" canWrite={canWrite} />
    </>
  )
}

type Props = { query: ArticlesQuery; report: Report; categories: CategoryLine[] }

type ArticlesLink = { id: string; label: string; href: string; count: number; isCurrent: boolean; depth?: number }

function placesOf({ query, report, categories }: Props): { views: ArticlesLink[]; tree: ArticlesLink[] } {
  const view = (stage: Stage | null, label: string, count: number): ArticlesLink => ({
    ...{ id: label, label, count, href: articlesHref({ stage }) },
    isCurrent: query.category === null && query.stage === stage,
  })
  const { byStatus } = report
  return {
    views: [
      view(null, 'All articles', report.articles),
      view('draft', stageNames.draft, byStatus.draft),
      view('in_review', stageNames.in_review, byStatus.in_review),
      view('changes', stageNames.changes, report.withChanges),
      view('planned', stageNames.planned, report.planned),
      view('published', stageNames.published, byStatus.published),
      view('poor', stageNames.poor, report.ratedPoorly),
      view('stale', stageNames.stale, report.stale),
      ...(report.languages.length > 1 ? [view('outdated', stageNames.outdated, report.outdated)] : []),
      view('remarked', stageNames.remarked, report.remarked),
      view('template', stageNames.template, report.templates),
      view('archived', stageNames.archived, byStatus.archived),
      view('trash', stageNames.trash, report.trashed),
    ],
    tree: [
      ...categories.map(({ id, name, articleCount, depth }) => ({
        ...{ id, label: name, count: articleCount, depth, href: articlesHref({ category: id }) },
        isCurrent: query.category === id,
      })),
      {
        ...{ id: 'none', label: 'No category', count: report.withoutCategory },
        ...{ href: articlesHref({ category: 'none' }), isCurrent: query.category === 'none' },
      },
    ],
  }
}

function ArticlePlaces({ unanswered, ...props }: Props & { unanswered: Unanswered[] }) {
  const { views, tree } = placesOf(props)
  return (
    <ViewColumn label="Articles">
      <ViewGroup label="Views">
        {views.map((place) => (
          <PlaceLink key={place.id} {...place} />
        ))}
      </ViewGroup>
      <ViewGroup
        label="Categories"
        action={<IconButton size="sm" icon={Plus} label="New category" href={newCategoryHref} className="-mr-1" />}
      >
        {tree.map((place) => (
          <PlaceLink key={place.id} {...place} />
        ))}
      </ViewGroup>
      {unanswered.length > 0 && (
        <ViewGroup label="Searches without a result">
          {unanswered.map(({ query, language, times }) => (
            <ViewLink key={`${language} ${query}`} href={unansweredHref} current={false} count={formatCount(times)}>
              “{query}”
            </ViewLink>
          ))}
        </ViewGroup>
      )}
    </ViewColumn>
  )
}

const unansweredHref = `${searchesPath}?results=none`

const PlaceLink = ({ label, href, count, isCurrent, depth }: Omit<ArticlesLink, 'id'>) => (
  <ViewLink href={href} current={isCurrent} count={formatCount(count)} depth={depth}>
    {label}
  </ViewLink>
)

function PlaceMenu({ title, ...props }: Props & { title: string }) {
  const { views, tree } = placesOf(props)
  const items = (places: ArticlesLink[]) =>
    places.map(({ label, href, count, isCurrent }) => ({
      ...{ label, href, current: isCurrent, detail: formatCount(count) },
    }))
  return (
    <TitleMenu
      title={title}
      label="Articles"
      groups={[
        { label: 'Views', items: items(views) },
        { label: 'Categories', items: items(tree) },
      ]}
    />
  )
}
