import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import type { EntryText } from './use-entry-values.ts'

/** Whoever leaves waits until all is saved; where that cannot be now, they are asked. */
export function LeaveQuestion({ text: { isUnsaved, flush } }: { text: EntryText }) {
  const [isAsking, setAsking] = useState(false)
  const blocker = useBlocker(({ nextLocation }) => isUnsaved() && !nextLocation.state?.isCreated)
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault()
  })

  const { state } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time somebody is about to leave
  useEffect(() => {
    if (state !== 'blocked') return setAsking(false)
    flush().then((isSaved) => (isSaved && !isUnsaved() ? blocker.proceed?.() : setAsking(true)))
  }, [state])

  return (
    <ConfirmDialog
      open={isAsking && state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave before it is saved?"
      cancelLabel="Keep editing"
      confirmLabel="Leave it here"
      onConfirm={() => blocker.proceed?.()}
    >
      The server does not have all that you wrote. It stays on this computer and is there when you open this entry here
      again. What is no value yet, such as half a place, is lost.
    </ConfirmDialog>
  )
}
