import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import type { ArticleText } from './use-article-text.ts'

/** Whoever leaves waits until all is saved; where that cannot be now, they are asked. */
export function LeaveQuestion({ text: { isUnsaved, flush } }: { text: ArticleText }) {
  const [isAsking, setAsking] = useState(false)
  const blocker = useBlocker(({ nextLocation }) => isUnsaved() && !nextLocation.state?.isCreated)
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault()
  })

  const { state } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time somebody is about to leave
  useEffect(() => {
    if (state !== 'blocked') return setAsking(false)
    flush().then((isSaved) => (isSaved ? blocker.proceed?.() : setAsking(true)))
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
      The server does not have your last words. They stay on this computer and are saved when you open this article here
      again.
    </ConfirmDialog>
  )
}
