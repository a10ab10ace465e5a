import { BookOpen, ExternalLink, FolderTree, Replace } from 'lucide-react'
import { useNavigation } from 'react-router'
import type { Batch } from '#contract/bulk/batches.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { articlesPath, categoriesHref, newArticleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { type ArticlesQuery, isFiltered, replaceHref } from '#web/service/knowledge-base/article/articles-query.ts'
import type { ArticleRow, CategoryLine, Member, Report } from '#web/service/knowledge-base/article/types.ts'
import type { Unanswered } from '#web/service/knowledge-base/article/unanswered.ts'
import { NewButton } from '#web/service/new-button.tsx'
import { useCommands } from '#web/shell/commands/commands.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { Button, buttonLook } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { ArticleList } from './article-list.tsx'
import { ArticlePlaces, PlaceMenu, placesOf } from './bar/article-places.tsx'

export type ArticlesPageProps = {
  query: ArticlesQuery
  viewer: Viewer
  report: Report
  categories: CategoryLine[]
  members: Member[]
  unanswered: Unanswered[]
  batch: Batch | null
  articles: { items: ArticleRow[]; next: string | null }
}

export function ArticlesPage(props: ArticlesPageProps) {
  const { query, viewer, report, categories, members, unanswered, articles, batch } = props
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
          title={
            <>
              <span className="max-md:hidden">{title}</span>
              <span className="md:hidden">
                <PlaceMenu query={query} report={report} categories={categories} title={title} />
              </span>
            </>
          }
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
  // Drawn by the server and no page of the team's, so it has a window of its own.
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
