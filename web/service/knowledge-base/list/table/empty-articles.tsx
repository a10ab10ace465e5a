import { BookOpen, CircleCheck, ListFilter, SearchX } from 'lucide-react'
import { plural } from '#web/lib/words/format.ts'
import { newArticleHref } from '#web/service/knowledge-base/article/addresses.ts'
import {
  type ArticlesQuery,
  articlesHref,
  isFiltered,
  type Stage,
  withoutFilters,
} from '#web/service/knowledge-base/article/articles-query.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'

export function EmptyArticles({ query, total, canWrite }: { query: ArticlesQuery; total: number; canWrite: boolean }) {
  if (isFiltered(query)) return <NothingFits query={query} total={total} />
  if (query.stage && total > 0) {
    const { title, text, isDone } = stageWords[query.stage]
    return (
      <EmptyState icon={isDone ? CircleCheck : BookOpen} tone={isDone ? 'done' : 'neutral'} title={title}>
        {text}
      </EmptyState>
    )
  }
  const { title, text } = query.category && total > 0 ? placeWords[query.category === 'none' ? 'none' : 'one'] : nothing
  return (
    <EmptyState
      icon={BookOpen}
      title={title}
      actions={
        canWrite && (
          <Button href={newArticleHref} keys="C">
            New article
          </Button>
        )
      }
    >
      {text}
    </EmptyState>
  )
}

const NothingFits = ({ query, total }: { query: ArticlesQuery; total: number }) => (
  <EmptyState
    icon={query.q ? SearchX : ListFilter}
    title={query.q ? 'No article matches this search' : 'No article matches these filters'}
    actions={
      <>
        <Button href={articlesHref(withoutFilters(query))}>{query.q ? 'Clear search' : 'Clear filters'}</Button>
        {query.q && (query.category || query.stage) && (
          <Button variant="ghost" href={articlesHref({ q: query.q })}>
            Search all articles
          </Button>
        )}
      </>
    }
  >
    {query.q
      ? 'Articles match if the title or the text contains every word. Drafts are searched too.'
      : `There ${total === 1 ? 'is' : 'are'} ${plural(total, 'article')} in all.`}
  </EmptyState>
)

type Words = { title: string; text: string; isDone?: boolean }

const nothing: Words = {
  title: 'No articles yet',
  text: 'Articles answer customers before they ask. Start with your most frequent question.',
}

const placeWords: Record<'none' | 'one', Words> = {
  none: { title: 'Every article has a category', text: 'Articles without a category are listed here.' },
  one: { title: 'This category is empty', text: 'Write an article, or select others and press M to move them.' },
}

const stageWords: Record<Stage, Words> = {
  draft: { title: 'No drafts', text: 'Unpublished drafts are shown here.', isDone: true },
  in_review: { title: 'Nothing in review', text: 'Drafts in review are shown here.', isDone: true },
  published: { title: 'Nothing is published yet', text: 'Published articles are shown here.' },
  changes: { title: 'No unpublished changes', text: 'Articles with unpublished changes are shown here.', isDone: true },
  planned: { title: 'Nothing is scheduled', text: 'Scheduled drafts are shown here.' },
  unread: { title: 'Every article was read', text: 'Articles without views are shown here.', isDone: true },
  poor: {
    title: 'No article is rated poorly',
    text: 'Articles with many negative ratings are shown here.',
    isDone: true,
  },
  stale: {
    title: 'No reviews due',
    text: 'Articles that are due for review are shown here, the most read first.',
    isDone: true,
  },
  outdated: {
    title: 'All translations are up to date',
    text: 'Articles with a translation older than the text in the main language are shown here.',
    isDone: true,
  },
  remarked: {
    title: 'No open comments',
    text: 'Articles with open comments of the team are shown here.',
    isDone: true,
  },
  template: {
    title: 'No templates yet',
    text: 'Write an article, then save it as a template in the menu next to Publish.',
  },
  archived: { title: 'The archive is empty', text: 'Archived articles are shown here.' },
  trash: { title: 'The trash is empty', text: 'Articles in the trash are deleted after 30 days.' },
}
