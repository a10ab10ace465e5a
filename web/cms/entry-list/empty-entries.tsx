import { CircleCheck, Layers, ListFilter, SearchX } from 'lucide-react'
import { newEntryHref } from '#web/cms/entries/entry-words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import type { ListedModel } from './entries-page.tsx'
import { type EntriesQuery, entriesHref, isFiltered, type Stage } from './entries-query.ts'

type Props = { query: EntriesQuery; model: ListedModel | undefined; isAdmin: boolean; hasModels: boolean }

/** Nothing found, nothing left to do, or nothing yet: three different things. */
export function EmptyEntries({ query, model, isAdmin, hasModels }: Props) {
  if (!hasModels) return <NoModels isAdmin={isAdmin} />
  if (isFiltered(query))
    return (
      <EmptyState
        icon={query.q ? SearchX : ListFilter}
        title={query.q ? 'No entry matches this search' : 'No entry matches these filters'}
        actions={
          <Button href={entriesHref({ model: query.model })}>{query.q ? 'Clear search' : 'Clear filters'}</Button>
        }
      >
        {query.q
          ? 'Every word has to be in the title or in a field that is searched, drafts too.'
          : 'There is nothing of this kind.'}
      </EmptyState>
    )
  if (query.stage)
    return (
      <EmptyState icon={CircleCheck} tone="done" title={stageWords[query.stage]}>
        Entries of all models that stand so are listed here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Layers}
      title={model ? `No ${model.name.toLowerCase()} yet` : 'No content yet'}
      actions={
        <Button variant="primary" href={newEntryHref(model?.key)} keys="C">
          Write the first entry
        </Button>
      }
    >
      What is published here is read by your site and your apps.
    </EmptyState>
  )
}

const stageWords: Record<Stage, string> = {
  draft: 'No drafts',
  in_review: 'Nothing waits for a review',
  scheduled: 'Nothing is scheduled',
  changed: 'No unpublished changes',
  published: 'Nothing is published yet',
  archived: 'The archive is empty',
  trash: 'The trash is empty',
}

const NoModels = ({ isAdmin }: { isAdmin: boolean }) => (
  <EmptyState
    icon={Layers}
    title="No models yet"
    actions={
      isAdmin && (
        <Button variant="primary" href="/cms/settings">
          Make the first model
        </Button>
      )
    }
  >
    {isAdmin
      ? 'A model says what your entries are made of: an article with a title, a picture and a text.'
      : 'An admin says in the settings what entries are made of.'}
  </EmptyState>
)
