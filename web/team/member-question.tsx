import { useRef } from 'react'
import { fullName } from '#web/lib/words/full-name.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import type { Member } from './members.ts'
import type { TeamChange } from './use-team-changes.ts'

export type Question = { kind: keyof typeof questions; member: Member }

type Props = { question?: Question; onAnswer: (change: TeamChange) => void; onClose: () => void }

/** Asks before what takes somebody's access away. */
export function MemberQuestion({ question, onAnswer, onClose }: Props) {
  // The words stay while the dialog fades out.
  const last = useRef(question)
  if (question) last.current = question
  if (!last.current) return null
  const { kind, member } = last.current
  const { title, text, confirmLabel, change } = questions[kind]

  function confirm() {
    onAnswer(change(member))
    onClose()
  }

  return (
    <ConfirmDialog
      open={Boolean(question)}
      onClose={onClose}
      title={title(fullName(member))}
      confirmLabel={confirmLabel}
      onConfirm={confirm}
    >
      {text}
    </ConfirmDialog>
  )
}

const questions = {
  deactivate: {
    title: (name: string) => `Deactivate ${name}?`,
    text: 'They are signed out everywhere at once and cannot sign in. What they wrote and their tickets stay. You can reactivate them at any time.',
    confirmLabel: 'Deactivate member',
    change: (member: Member): TeamChange => ({ kind: 'activity', member, isActive: false }),
  },
  withdraw: {
    title: (name: string) => `Withdraw the invitation of ${name}?`,
    text: 'The link in their mail stops working. You can invite them again later.',
    confirmLabel: 'Withdraw invitation',
    change: (member: Member): TeamChange => ({ kind: 'withdrawal', member }),
  },
  'step-down': {
    title: () => 'Give up your admin role?',
    text: 'You lose this page and all settings at once. Only another admin can make you an admin again.',
    confirmLabel: 'Give up admin role',
    change: (member: Member): TeamChange => ({ kind: 'role', member, role: 'TeamUser' }),
  },
}
