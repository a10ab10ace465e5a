import { Ellipsis } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { createTicketView, deleteTicketView, SavedView } from '#contract/tickets/views.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { listHref } from '#web/service/tickets/ticket/views.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { useViewDialog } from './use-view-dialog.tsx'
import type { NewView } from './view-dialog.tsx'

/** What a person can do with the saved view that the list shows. */
export function ViewActions({ view }: { view: SavedView }) {
  const { edit, dialog } = useViewDialog()
  const remove = useDeleteView()
  return (
    <>
      <Menu
        label="This view"
        button={<IconButton icon={Ellipsis} label="Actions for this view" />}
        groups={[
          {
            items: [
              ...(view.canChange ? [{ label: 'Edit…', onSelect: () => edit(view) }] : []),
              { label: 'Duplicate…', onSelect: () => edit({ ...contentOf(view), name: copyName(view.name) }) },
            ],
          },
          ...(view.canChange ? [{ items: [{ label: 'Delete', danger: true, onSelect: () => remove(view) }] }] : []),
        ]}
      />
      {dialog}
    </>
  )
}

const mostLetters = 60
const copyName = (name: string) => `${name.slice(0, mostLetters - ' (copy)'.length)} (copy)`

/** What a new view like this one contains. */
const contentOf = ({ name, queryWithIds: query, columns, group, order, visibility, teams }: SavedView): NewView => ({
  ...{ name, query, columns, group, order },
  ...{ visibility, teams },
})

export function useDeleteView({ stays = false } = {}) {
  const navigate = useNavigate()
  const { write } = useWrite(
    ({ id }: SavedView) => ask<typeof deleteTicketView>('DELETE', '/api/v1/views/:id', { params: { id } }),
    {
      done: (_, { name }) => `${name} deleted`,
      tellsProblem: true,
      keepsPage: !stays,
      onAnswer: () => !stays && navigate(listHref({})),
      undo: (_, view) =>
        ask<typeof createTicketView>('POST', '/api/v1/views', {
          body: { ...contentOf(view), position: view.position },
        }),
    },
  )
  return write
}
