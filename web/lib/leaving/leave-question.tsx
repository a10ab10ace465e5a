import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

type Props = {
  text: { isUnsaved: () => boolean; flush: () => Promise<boolean> }
  isUnsent: () => boolean
  unsaved: string
}

/** Delays leaving the page until everything is saved. Asks the person if saving fails or if a comment is not sent. */
export function LeaveQuestion({ text: { isUnsaved, flush }, isUnsent, unsaved }: Props) {
  const [asked, setAsked] = useState<'unsaved' | 'unsent'>()
  const isHeld = () => isUnsaved() || isUnsent()
  const blocker = useBlocker(({ nextLocation }) => isHeld() && !nextLocation.state?.isCreated)
  useBeforeUnload((event) => {
    if (isHeld()) event.preventDefault()
  })

  const { state } = blocker
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time somebody is about to leave
  useEffect(() => {
    if (state !== 'blocked') return setAsked(undefined)
    flush().then((isSaved) => {
      if (!isSaved || isUnsaved()) setAsked('unsaved')
      else if (isUnsent()) setAsked('unsent')
      else blocker.proceed?.()
    })
  }, [state])

  const isUnsavedAsked = asked !== 'unsent'
  return (
    <ConfirmDialog
      open={asked !== undefined && state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={isUnsavedAsked ? 'Leave before your changes are saved?' : 'Leave before your comment is sent?'}
      cancelLabel="Keep editing"
      confirmLabel={isUnsavedAsked ? 'Leave page' : 'Discard the comment'}
      onConfirm={() => blocker.proceed?.()}
    >
      {isUnsavedAsked ? unsaved : 'Your comment is not sent yet and would be lost.'}
    </ConfirmDialog>
  )
}
