import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedView } from '#contract/tickets/views.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { savedHref } from '#web/service/tickets/ticket/views.ts'
import type { NewView } from './view-dialog.tsx'

const loadDialog = () => import('./view-dialog.tsx')

/** Returns a function that opens the dialog for a view, and the dialog. A new view is opened after it was saved. */
export function useViewDialog() {
  const navigate = useNavigate()
  const [editing, setEditing] = useState<SavedView | NewView>()
  const part = useLazyModule(loadDialog, editing !== undefined)
  const close = () => setEditing(undefined)
  const dialog = part && editing && (
    <part.ViewDialog
      view={editing}
      onClose={close}
      onSaved={({ id }) => {
        close()
        if (!('id' in editing)) navigate(savedHref(id))
      }}
    />
  )
  return { edit: setEditing, dialog }
}
