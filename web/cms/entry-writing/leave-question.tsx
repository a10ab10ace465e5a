import { useEffect, useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import type { EntryText } from './use-entry-values.ts'

type Props = {
  text: EntryText
  /** Whether something is written to colleagues that is not sent yet. */
  isUnsent: () => boolean
}

/** Whoever leaves waits until all is saved; where that cannot be now, or a comment is not sent, they are asked. */
export function LeaveQuestion({ text: { isUnsaved, flush }, isUnsent }: Props) {
  const [asked, setAsked] = useState<keyof typeof questions>()
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

  const { title, confirmLabel, text } = questions[asked ?? 'unsaved']
  return (
    <ConfirmDialog
      open={asked !== undefined && state === 'blocked'}
      onClose={() => blocker.reset?.()}
      {...{ title, confirmLabel }}
      cancelLabel="Keep editing"
      onConfirm={() => blocker.proceed?.()}
    >
      {text}
    </ConfirmDialog>
  )
}

const questions = {
  unsaved: {
    title: 'Leave before it is saved?',
    confirmLabel: 'Leave it here',
    text: `The server does not have all that you wrote. It stays on this computer and is there when you open this entry here
      again. What is no value yet, such as half a place, or a comment that is not sent, is lost.`,
  },
  unsent: {
    title: 'Leave before it is sent?',
    confirmLabel: 'Discard the comment',
    text: 'What you wrote to colleagues is not sent yet, and would be lost.',
  },
}
