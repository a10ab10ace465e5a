import { ChevronDown, Plus } from 'lucide-react'
import { formatCount } from '#web/lib/words/format.ts'
import { newCategoryHref, searchesPath } from '#web/service/knowledge-base/article/addresses.ts'
import {
  type ArticlesQuery,
  articlesHref,
  type Stage,
  stageNames,
} from '#web/service/knowledge-base/article/articles-query.ts'
import type { CategoryLine, Report } from '#web/service/knowledge-base/article/types.ts'
import type { Unanswered } from '#web/service/knowledge-base/article/unanswered.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

type Props = { query: ArticlesQuery; report: Report; categories: CategoryLine[] }

type ArticlesLink = { id: string; label: string; href: string; count: number; isCurrent: boolean; depth?: number }

export function placesOf({ query, report, categories }: Props): { views: ArticlesLink[]; tree: ArticlesLink[] } {
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

export function ArticlePlaces({ unanswered, ...props }: Props & { unanswered: Unanswered[] }) {
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

export function PlaceMenu({ title, ...props }: Props & { title: string }) {
  const { views, tree } = placesOf(props)
  const items = (places: ArticlesLink[]) =>
    places.map(({ label, href, count, isCurrent }) => ({
      ...{ label, href, current: isCurrent, detail: formatCount(count) },
    }))
  return (
    <Menu
      label="Articles"
      groups={[
        { label: 'Views', items: items(views) },
        { label: 'Categories', items: items(tree) },
      ]}
      button={
        <button type="button" className="touch-area inline-flex items-center gap-1.5 rounded-xs">
          {title}
          <Icon of={ChevronDown} size={14} className="text-ink-3" />
        </button>
      }
    />
  )
}
