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

type Props = { query: ArticlesQuery; total: number; canWrite: boolean }

/** Nothing found, nothing left to do, or nothing yet: three different things. */
export function EmptyArticles({ query, total, canWrite }: Props) {
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
      ? 'Every word has to be in the title or the text, drafts too.'
      : `There ${total === 1 ? 'is' : 'are'} ${plural(total, 'article')} in all.`}
  </EmptyState>
)

type Words = { title: string; text: string; isDone?: boolean }

const nothing: Words = {
  title: 'No articles yet',
  text: 'What you write here answers customers before they ask. Begin with the question you hear most.',
}

const placeWords: Record<'none' | 'one', Words> = {
  none: { title: 'Every article has its category', text: 'Articles that stand nowhere are listed here.' },
  one: { title: 'Nothing stands in this category', text: 'Write an article for it, or move some here with M.' },
}

const stageWords: Record<Stage, Words> = {
  draft: { title: 'No drafts', text: 'What is begun and not published stands here.', isDone: true },
  in_review: {
    title: 'Nothing waits for a review',
    text: 'Drafts that wait for their reviewer stand here.',
    isDone: true,
  },
  published: { title: 'Nothing is published yet', text: 'Select drafts and publish them, and readers find them here.' },
  changes: {
    title: 'No unpublished changes',
    text: 'Texts whose draft is newer than what is live stand here.',
    isDone: true,
  },
  planned: { title: 'Nothing is scheduled', text: 'Drafts that are published at a time stand here.' },
  unread: { title: 'Every article was read', text: 'Articles that nobody has read yet stand here.', isDone: true },
  poor: {
    title: 'No article is rated poorly',
    text: 'Articles that help too few of their readers stand here.',
    isDone: true,
  },
  stale: {
    title: 'Everything was looked at',
    text: 'Articles stand here once the span is over that their details name, those first that are read the most.',
    isDone: true,
  },
  outdated: {
    title: 'No translation fell behind',
    text: 'Articles stand here when their first language was published after a translation.',
    isDone: true,
  },
  remarked: {
    title: 'No remarks wait',
    text: 'Articles in which somebody of the team noticed something stand here until that is settled.',
    isDone: true,
  },
  template: {
    title: 'No templates yet',
    text: 'Write an article as others should begin, and make it a template in the menu beside Publish.',
  },
  archived: { title: 'The archive is empty', text: 'Texts that no reader finds any more stand here.' },
  trash: { title: 'The trash is empty', text: 'Articles stay here for 30 days.' },
}
