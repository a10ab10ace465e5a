import { Bookmark } from 'lucide-react'
import type { changeTicketView, SavedView } from '#contract/tickets/views.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { Display } from '#web/service/tickets/list/display/use-display.ts'
import { isEdited, type ListQuery, listHref } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useViewDialog } from './use-view-dialog.tsx'

type Props = {
  query: ListQuery
  /** The saved view that the list shows. */
  view: SavedView | null
  /** What the list shows as one query; null if no query can express it. */
  asView: string | null
  display: Display
}

/** Saves what the list shows: in its saved view, or as a new view. Appears when the list differs from its view. */
export function SaveView({ query, view, asView, display }: Props) {
  const { edit, dialog } = useViewDialog()
  const { columns, group } = display
  const isOther = isEdited(query)
  const isChanged = view ? isOther || !looksLike(display, view) : Boolean(query.q || query.assignee)
  const save = useWrite(
    ({ id }: SavedView) =>
      ask<typeof changeTicketView>('PATCH', '/api/v1/views/:id', {
        params: { id },
        body: { columns, group, ...(isOther && { query: query.q, order: null }) },
      }),
    { done: (_, { name }) => `${name} changed`, tellsProblem: true },
  )
  if (asView === null || !isChanged) return dialog
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1 pl-2">
      {view && isOther && (
        <Button variant="ghost" href={listHref({ ...query, q: query.saved!.q, cursor: null })}>
          Discard
        </Button>
      )}
      {view?.canChange && (
        <Button variant="ghost" icon={Bookmark} busy={save.isPending} onClick={() => save.write(view)}>
          Save
        </Button>
      )}
      <Button
        variant="ghost"
        icon={view ? undefined : Bookmark}
        onClick={() => edit({ name: '', query: asView, columns, group, order: null, visibility: 'me', teams: [] })}
      >
        {view ? 'Save as new view' : 'Save view'}
      </Button>
      {dialog}
    </span>
  )
}

const looksLike = (display: Display, view: SavedView) =>
  display.group === view.group && display.columns.join() === view.columns.join()
