import { fullName } from '#web/lib/words/full-name.ts'
import type { Member } from '#web/team/members.ts'
import type { TeamChange } from '#web/team/use-team-changes.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { useLast } from '#web/ui/overlay/use-last.ts'
import { Deactivation } from './deactivation.tsx'

export type Question = { kind: 'deactivate' | keyof typeof questions; member: Member }

type Props = {
  question?: Question
  onAnswer: (change: TeamChange) => void
  onClose: () => void
}

export function MemberQuestion({ question, onAnswer, onClose }: Props) {
  const last = useLast(question)
  if (!last) return null
  const { kind, member } = last
  const asked = { open: Boolean(question), member, onAnswer, onClose }
  if (kind === 'deactivate') return <Deactivation key={member.id} {...asked} />
  const { title, text, confirmLabel, change } = questions[kind]

  function confirm() {
    onAnswer(change(member))
    onClose()
  }

  return (
    <ConfirmDialog
      open={asked.open}
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
  withdraw: {
    title: (name: string) => `Withdraw the invitation of ${name}?`,
    text: 'The link in their mail stops working. You can invite them again later.',
    confirmLabel: 'Withdraw invitation',
    change: (member: Member): TeamChange => ({ kind: 'withdrawal', member }),
  },
  'step-down': {
    title: () => 'Remove your admin role?',
    text: 'You lose access to this page and all settings. Only another admin can make you an admin again.',
    confirmLabel: 'Remove admin role',
    change: (member: Member): TeamChange => ({ kind: 'role', member, role: 'TeamUser' }),
  },
}
