import { Images, SearchX } from 'lucide-react'
import { isFiltered, type MediaQuery, mediaHref, viewNames, withoutFilters } from '#web/cms/media/media-query.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'

export function EmptyMedia({ query }: { query: MediaQuery }) {
  if (isFiltered(query))
    return (
      <EmptyState
        icon={SearchX}
        title="No file matches"
        actions={<Button href={mediaHref(withoutFilters(query))}>Clear filters</Button>}
      >
        No file matches this search and these filters.
      </EmptyState>
    )
  if (query.view)
    return (
      <EmptyState icon={Images} title={emptyTitles[query.view]} tone="done">
        {query.view === 'trash' ? 'Deleted files stay here for 30 days.' : `“${viewNames[query.view]}” is empty.`}
      </EmptyState>
    )
  return (
    <EmptyState icon={Images} title={query.folder ? 'This folder is empty' : 'No files yet'}>
      Drop files here, paste them, or select Upload. Pictures are delivered in every size and format.
    </EmptyState>
  )
}

const emptyTitles = {
  unused: 'Every file is in use',
  'without-alt': 'Every picture has an alternative text',
  duplicated: 'No two files have the same content',
  trash: 'The trash is empty',
}
