import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { showMemberWork } from '#contract/overview/leaving.ts'
import type { Problem } from '#contract/refusals.ts'
import type { listMembers, Takers } from '#contract/workspace/team.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Member } from '#web/team/members.ts'
import type { TeamChange } from '#web/team/use-team-changes.ts'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { useLast } from '#web/ui/overlay/use-last.ts'

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

type DeactivationProps = { open: boolean; member: Member; onAnswer: (change: TeamChange) => void; onClose: () => void }

const nobody: Takers = { ticketsTo: null, articlesTo: null, entriesTo: null, reviewsTo: null }

function Deactivation({ open, member, onAnswer, onClose }: DeactivationProps) {
  const [takers, setTakers] = useState(nobody)
  const found = useWork(member.id, open)

  function confirm() {
    onAnswer({ kind: 'activity', member, isActive: false, ...takers })
    onClose()
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Deactivate ${fullName(member)}?`}
      confirmLabel="Deactivate member"
      busy={!found}
      onConfirm={confirm}
    >
      <p>
        This member is signed out of all devices at once, and their management keys are revoked. You can reactivate the
        member at any time. The member must then sign in again.
      </p>
      {found?.problem && (
        <p className="mt-3">
          The work of this member could not be loaded. Their open tickets become unassigned, reviews return to the
          author, and they stay the owner of articles and entries. {found.problem.detail}
        </p>
      )}
      {found?.work && (
        <HandOver
          work={found.work}
          others={found.others}
          takers={takers}
          onChange={(changed) => setTakers({ ...takers, ...changed })}
        />
      )}
    </ConfirmDialog>
  )
}

type MemberWork = z.output<typeof showMemberWork.answer>
type HandOverProps = {
  work: MemberWork
  others: Member[]
  takers: Takers
  onChange: (changed: Partial<Takers>) => void
}

function HandOver({ work, others, takers, onChange }: HandOverProps) {
  const fit = new Set(work.reviewers)
  const rows = [
    { name: 'ticketsTo', what: counted(work.openTickets, 'open ticket'), without: 'No one (unassigned)', to: others },
    { name: 'articlesTo', what: counted(work.articles, 'article'), without: staysOwner, to: others },
    { name: 'entriesTo', what: counted(work.entries, 'entry', 'entries'), without: staysOwner, to: others },
    {
      name: 'reviewsTo',
      what: counted(work.reviews, 'review'),
      without: 'No one (return to the author)',
      to: others.filter(({ id }) => fit.has(id)),
    },
  ] as const
  return (
    <>
      <div className="mt-3 grid gap-2 text-ink empty:hidden">
        {rows.map(({ name, what, without, to }) => {
          if (!what) return null
          const label = `Reassign ${what} to`
          return (
            <div key={name} className="flex items-center gap-3">
              <span aria-hidden>{label}</span>
              <InlineValue
                label={label}
                options={[
                  { value: none, label: without },
                  ...to.map((other) => ({ value: other.id, label: fullName(other) })),
                ]}
                value={takers[name] ?? none}
                onChange={(id) => onChange({ [name]: id || null })}
              />
            </div>
          )
        })}
      </div>
      {work.heldReplies > 0 && (
        <p className="mt-3">
          {plural(work.heldReplies, 'scheduled reply', 'scheduled replies')} will not be sent and
          {work.heldReplies === 1 ? ' stays as a note' : ' stay as notes'} on the ticket.
        </p>
      )}
      <Plans {...work.plans} />
    </>
  )
}

const none = ''
const staysOwner = 'No one (they stay the owner)'

const counted = (count: number, ...nouns: [one: string, many?: string]) => count > 0 && plural(count, ...nouns)

const mostShown = 5

function Plans({ count, items }: MemberWork['plans']) {
  if (count === 0) return null
  const shown = items.slice(0, mostShown)
  return (
    <div className="mt-3">
      <p>
        {plural(count, 'schedule')} of this member {count === 1 ? 'stays' : 'stay'} active. If a schedule fails, the
        owner gets a mail.
      </p>
      <ul className="mt-1 grid gap-0.5 text-meta">
        {shown.map(({ type, id, title, language, publishAt, unpublishAt }) => (
          <li key={`${type} ${id} ${language}`} className="flex gap-1.5">
            <span className="min-w-0 truncate text-ink">{title || 'Untitled'}</span>
            <span className="shrink-0">
              {languageName(language)}, {publishAt ? 'published' : 'unpublished'}{' '}
              <Time at={(publishAt ?? unpublishAt)!} style="moment" />
            </span>
          </li>
        ))}
        {count > shown.length && <li>and {count - shown.length} more</li>}
      </ul>
    </div>
  )
}

type WorkState = { work?: MemberWork | undefined; others: Member[]; problem?: Problem | undefined }

function useWork(id: string, isAsked: boolean) {
  const [found, setFound] = useState<WorkState>()
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    async function read() {
      const [counted, team] = await Promise.all([
        ask<typeof showMemberWork>('GET', '/api/v1/members/:id/work', { params: { id } }),
        ask<typeof listMembers>('GET', '/api/v1/members', { query: {} }),
      ])
      const others = team.answer?.items.filter((one) => one.id !== id && one.status === 'active') ?? []
      if (!isOver) setFound({ work: counted.answer, others, problem: counted.problem ?? team.problem })
    }
    void read()
    return () => {
      isOver = true
    }
  }, [id, isAsked])
  return found
}
