import { useEffect, useRef, useState } from 'react'
import type { showMemberWork } from '#contract/leaving.ts'
import type { Problem } from '#contract/refusals.ts'
import type { listMembers } from '#contract/team.ts'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import type { Member } from './members.ts'
import type { TeamChange } from './use-team-changes.ts'

export type Question = { kind: 'deactivate' | keyof typeof questions; member: Member }

type Props = {
  question?: Question
  onAnswer: (change: TeamChange) => void
  onClose: () => void
}

/** Asks before what takes somebody's access away. */
export function MemberQuestion({ question, onAnswer, onClose }: Props) {
  // The words stay while the dialog fades out.
  const last = useRef(question)
  if (question) last.current = question
  if (!last.current) return null
  const { kind, member } = last.current
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
    title: () => 'Give up your admin role?',
    text: 'You lose this page and all settings at once. Only another admin can make you an admin again.',
    confirmLabel: 'Give up admin role',
    change: (member: Member): TeamChange => ({ kind: 'role', member, role: 'TeamUser' }),
  },
}

const nobody = ''
const giveWords = (tickets: number) => `Give ${plural(tickets, 'open ticket')} to`

type DeactivationProps = { open: boolean; member: Member } & Pick<Props, 'onAnswer' | 'onClose'>

/** Says what waits for the member, and asks who takes it over. */
function Deactivation({ open, member, onAnswer, onClose }: DeactivationProps) {
  const [ticketsTo, setTicketsTo] = useState<string>(nobody)
  const work = useWork(member.id, open)
  const options = [
    { value: nobody, label: 'Nobody (unassigned)' },
    ...(work?.others ?? []).map((other) => ({ value: other.id, label: fullName(other) })),
  ]

  function confirm() {
    onAnswer({ kind: 'activity', member, isActive: false, ticketsTo: ticketsTo || null })
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Deactivate ${fullName(member)}?`}
      confirmLabel="Deactivate member"
      busy={!work}
      onConfirm={confirm}
    >
      <p>
        They are signed out everywhere at once, and their management keys are revoked. You can reactivate them at any
        time. They then sign in again.
      </p>
      {work?.problem && (
        <p className="mt-3">Their open tickets could not be counted. They become unassigned. {work.problem.detail}</p>
      )}
      {work && work.openTickets > 0 && (
        <div className="mt-3 flex items-center gap-3 text-ink">
          <span aria-hidden>{giveWords(work.openTickets)}</span>
          <InlineValue
            label={giveWords(work.openTickets)}
            options={options}
            value={ticketsTo}
            onChange={setTicketsTo}
          />
        </div>
      )}
      {work && work.heldReplies > 0 && (
        <p className="mt-3">
          {plural(work.heldReplies, 'scheduled reply', 'scheduled replies')} will not be sent and
          {work.heldReplies === 1 ? ' stays as a note' : ' stay as notes'} on the ticket.
        </p>
      )}
    </ConfirmDialog>
  )
}

type Work = { openTickets: number; heldReplies: number; others: Member[]; problem?: Problem | undefined }

/** What waits for a member and who may take it over; undefined until it is known. */
function useWork(id: string, isAsked: boolean) {
  const [work, setWork] = useState<Work>()
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    async function read() {
      const [counted, team] = await Promise.all([
        ask<typeof showMemberWork>('GET', '/api/v1/members/:id/work', { params: { id } }),
        ask<typeof listMembers>('GET', '/api/v1/members', { query: {} }),
      ])
      const others = team.answer?.items.filter((one) => one.id !== id && one.status === 'active') ?? []
      const { openTickets = 0, heldReplies = 0 } = counted.answer ?? {}
      if (!isOver) setWork({ openTickets, heldReplies, others, problem: counted.problem ?? team.problem })
    }
    void read()
    return () => {
      isOver = true
    }
  }, [id, isAsked])
  return work
}
