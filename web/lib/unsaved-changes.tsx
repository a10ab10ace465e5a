import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { useTellUnsaved } from './unsaved-count.ts'
import { plural } from './words/format.ts'

type Props = {
  count: number
  part?: string
}

export function UnsavedChanges({ count, part }: Props) {
  useTellUnsaved(count)
  const placeOf = ({ pathname, search }: { pathname: string; search: string }) =>
    part ? `${pathname} ${new URLSearchParams(search).get(part)}` : pathname
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => count > 0 && placeOf(currentLocation) !== placeOf(nextLocation),
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
