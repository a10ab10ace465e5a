import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { plural } from './words/format.ts'

/** Asks before somebody leaves a page with changes that are not saved. */
export function UnsavedChanges({ count }: { count: number }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => count > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => {
    if (count > 0) event.preventDefault()
  })
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      cancelLabel="Keep editing"
      confirmLabel={`Discard ${plural(count, 'change')}`}
      onConfirm={() => blocker.proceed?.()}
    >
      {count === 1
        ? 'Your change is not saved yet and would be lost.'
        : `Your ${count} changes are not saved yet and would be lost.`}
    </ConfirmDialog>
  )
}
