import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { inLetters } from '#web/lib/words/in-letters.ts'
import {
  addTags,
  assignTo,
  type Changeable,
  setPriority,
  setStatus,
  snoozeUntil,
  type TicketChange,
} from '#web/service/tickets/ticket/changes/changes.ts'
import { memberOptions, priorityLabel, priorityOptions, statusOptions } from '#web/service/tickets/ticket/choices.tsx'
import { MomentDialog } from '#web/service/tickets/ticket/dialogs/moment-dialog.tsx'
import { momentWords } from '#web/service/tickets/ticket/dialogs/moments.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import { TicketTagDialog } from '#web/service/tickets/ticket/dialogs/ticket-tag-dialog.tsx'
import type { Member, Priority, Status } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { statusLabel } from '#web/ui/mark/status-pill.tsx'

export type Picker = 'assign' | 'status' | 'priority' | 'tag' | 'snooze'

type Props = {
  picker: Picker | undefined
  onClose: () => void
  targets: Changeable[]
  count: number
  /** The rows of the page, whose tags are offered. */
  tickets: Changeable[]
  members: Member[]
  viewer: Viewer
  run: (change: TicketChange) => void
}

/** The dialogs of the changes that need a value. */
export function Pickers({ picker, onClose, targets, count, tickets, members, viewer, run }: Props) {
  const [only] = targets
  const what = count === 1 && only ? `ticket ${only.number}` : plural(count, 'ticket')
  const at = (wanted: Picker) => ({ open: picker === wanted, onClose })

  function assign(id: string) {
    const member = members.find((one) => one.id === id)
    run(assignTo(member ? { id, name: fullName(member) } : null))
  }

  function choose(status: Status) {
    run(setStatus(status, statusLabel(status), { id: viewer.id, name: fullName(viewer) }))
  }

  return (
    <>
      <PickerDialog
        {...at('assign')}
        label={`Assign ${what} to`}
        options={memberOptions(members, viewer.id)}
        onChoose={assign}
      />
      <PickerDialog
        {...at('status')}
        label={`Set ${what} to`}
        options={statusOptions}
        onChoose={(id) => choose(id as Status)}
      />
      <PickerDialog
        {...at('priority')}
        label={`Priority of ${what}`}
        options={priorityOptions}
        onChoose={(id) => run(setPriority(id as Priority, priorityLabel(id as Priority)))}
      />
      <TicketTagDialog
        {...at('tag')}
        title={`Tag ${what}`}
        known={tagsOf(tickets)}
        onAdd={(tags) => run(addTags(tags))}
      />
      <MomentDialog
        {...at('snooze')}
        title={`Snooze ${what} until`}
        confirmLabel="Snooze"
        onChoose={(until) => run(snoozeUntil(until.toISOString(), momentWords(until)))}
      />
    </>
  )
}

const tagsOf = (tickets: Changeable[]) => inLetters(tickets.flatMap(({ tags }) => tags))
