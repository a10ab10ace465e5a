import { ChevronDown, ChevronUp, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { Present } from '#contract/live/presence.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { addTags, setSubject, snoozeUntil } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { MomentDialog } from '#web/service/tickets/ticket/dialogs/moment-dialog.tsx'
import { TicketTagDialog } from '#web/service/tickets/ticket/dialogs/tag-dialog.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Member, Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import type { usePlace, useTicketActions } from './use-ticket-actions.ts'

type Props = {
  ticket: Ticket
  place: ReturnType<typeof usePlace>
  changes: TicketChanges
  actions: ReturnType<typeof useTicketActions>
  canWrite: boolean
  people: Present[]
  members: Member[]
  fields: TicketField[]
}

export function TicketBar({ actions: ticketActions, fields, ...bar }: Props) {
  const { ticket, place, changes, canWrite, people, members } = bar
  const { actions, dialog, closeDialog } = ticketActions
  const merge = useLazyModule(loadMerge, dialog === 'merge')
  const problem = useLazyModule(loadProblem, dialog === 'problem')
  const main = actions.find(({ id }) => id === 'solve')
  return (
    <>
      <PageBar
        back={{ href: place.backHref, label: 'Back to the list' }}
        title={<SubjectTitle ticket={ticket} changes={changes} canWrite={canWrite} />}
        actions={
          <>
            <PeopleHere people={people} pictures={members} doing={doingOf} />
            <InWords people={people} members={members} />
            <Place {...place} />
            <Menu
              button={<IconButton icon={Ellipsis} label="More" />}
              label="Ticket"
              align="end"
              items={actions
                .filter((action) => action !== main)
                .map(({ run, ...action }) => ({ ...action, onSelect: run }))}
            />
            {main && (
              <Button icon={main.icon} keys={main.keys} onClick={main.run}>
                <span className="max-md:sr-only">{main.label}</span>
              </Button>
            )}
          </>
        }
      />
      <MomentDialog
        open={dialog === 'snooze'}
        onClose={closeDialog}
        title={`Snooze ticket ${ticket.number} until`}
        confirmLabel="Snooze"
        onChoose={(until) => changes.run(snoozeUntil(until), [ticket])}
      />
      <TicketTagDialog
        open={dialog === 'tag'}
        onClose={closeDialog}
        title={`Tag ticket ${ticket.number}`}
        known={[]}
        onAdd={(tags) => changes.run(addTags(tags), [ticket])}
      />
      {problem && dialog === 'problem' && (
        <problem.ProblemDialog
          what={`ticket ${ticket.number}`}
          run={(change) => changes.run(change, [ticket])}
          onClose={closeDialog}
        />
      )}
      {merge && dialog === 'merge' && <merge.MergeDialog ticket={ticket} fields={fields} onClose={closeDialog} />}
    </>
  )
}

const loadProblem = () => import('#web/service/tickets/problems/problem-dialog.tsx')
const loadMerge = () => import('#web/service/tickets/merging/merge-dialog.tsx')

const doings: Record<string, string> = { reply: 'is replying', note: 'is writing a note' }
const doingOf = ({ field }: Present) => doings[field ?? ''] ?? 'is viewing'

// Names one of the people on the ticket, preferably one who is writing. Hidden from screen readers, because they read
// the avatars next to it.
function InWords({ people, members }: Pick<Props, 'people' | 'members'>) {
  const shown = people.find(({ field }) => field === 'reply') ?? people.find(({ field }) => field) ?? people[0]
  if (!shown) return null
  const name = members.find(({ id }) => id === shown.id)?.name || shown.name
  return (
    <span aria-hidden className="max-w-50 truncate text-meta text-ink-2 max-md:hidden">
      {name} {doingOf(shown)}
    </span>
  )
}

function Place({ isKnown, words, previousId, nextId }: ReturnType<typeof usePlace>) {
  if (!isKnown) return null
  const to = (id: string | null) => (id ? { href: ticketHref(id) } : { disabled: true })
  return (
    <span className="inline-flex items-center gap-0.5 max-md:hidden">
      {words && <span className="mr-1 text-meta text-ink-2 tabular-nums">{words}</span>}
      <IconButton icon={ChevronUp} label="Previous ticket" keys="K" {...to(previousId)} />
      <IconButton icon={ChevronDown} label="Next ticket" keys="J" {...to(nextId)} />
    </span>
  )
}

function SubjectTitle({ ticket, changes, canWrite }: Pick<Props, 'ticket' | 'changes' | 'canWrite'>) {
  const [isEditing, setEditing] = useState(false)
  const { number, subject } = ticket
  if (isEditing) return <SubjectField ticket={ticket} changes={changes} onDone={() => setEditing(false)} />
  return (
    <span className="flex min-w-0 items-baseline">
      <span className="mr-1.5 shrink-0 font-normal text-ink-3 tabular-nums">{number}</span>
      {canWrite && ticket.status !== 'closed' ? (
        <button
          type="button"
          title="Change the subject"
          onClick={() => setEditing(true)}
          className="min-w-0 truncate rounded-xs px-1 hover:bg-hover"
        >
          {subject}
        </button>
      ) : (
        <span className="truncate px-1">{subject}</span>
      )}
    </span>
  )
}

function SubjectField({ ticket, changes, onDone }: { ticket: Ticket; changes: TicketChanges; onDone: () => void }) {
  const [text, setText] = useState(ticket.subject)

  function save() {
    onDone()
    const subject = text.trim()
    if (subject && subject !== ticket.subject) changes.run(setSubject(subject), [ticket])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
  }

  return (
    <Input
      size="sm"
      aria-label="Subject"
      autoFocus
      value={text}
      maxLength={255}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={save}
      onFocus={(event) => event.target.select()}
      className="w-[min(480px,46vw)]! text-base font-normal"
    />
  )
}
