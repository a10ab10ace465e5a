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
          ? 'Entries match if the title or a searchable field contains every word. Drafts are searched too.'
          : 'No entries of this kind.'}
      </EmptyState>
    )
  if (query.stage)
    return (
      <EmptyState icon={CircleCheck} tone="done" title={stageWords[query.stage]}>
        Entries of all models in this state are listed here.
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
      Published entries are delivered to your site and your apps.
    </EmptyState>
  )
}

const stageWords: Record<Stage, string> = {
  draft: 'No drafts',
  in_review: 'Nothing in review',
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
          Create the first model
        </Button>
      )
    }
  >
    {isAdmin
      ? 'A model defines the fields of your entries, such as a title, a picture and a text.'
      : 'An admin creates models in the settings.'}
  </EmptyState>
)
