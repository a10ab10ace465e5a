import type { TicketField } from '#contract/fields/custom-fields.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { plural } from '#web/lib/words/format.ts'
import { inLetters } from '#web/lib/words/in-letters.ts'
import {
  addTags,
  assignTo,
  type Changeable,
  setPriority,
  setStatus,
  setTeam,
  snoozeUntil,
  type TicketChange,
} from '#web/service/tickets/ticket/changes/changes.ts'
import { memberOptions, priorityOptions, statusOptions, teamOptions } from '#web/service/tickets/ticket/choices.tsx'
import { MomentDialog } from '#web/service/tickets/ticket/dialogs/moment-dialog.tsx'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import { TicketTagDialog } from '#web/service/tickets/ticket/dialogs/tag-dialog.tsx'
import type { Member, TicketStatus, TicketTeam } from '#web/service/tickets/ticket/types.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export type Picker = 'assign' | 'team' | 'status' | 'priority' | 'tag' | 'problem' | 'macro' | 'merge' | 'snooze'

type Props = {
  picker: Picker | undefined
  onClose: () => void
  targets: Changeable[]
  count: number
  tickets: Changeable[]
  members: Member[]
  statuses: TicketStatus[]
  teams: TicketTeam[]
  fields: TicketField[]
  viewer: Viewer
  run: (change: TicketChange) => void
  onMerged: () => void
}

export function Pickers({
  picker,
  onClose,
  targets,
  count,
  tickets,
  members,
  statuses,
  teams,
  fields,
  viewer,
  run,
  onMerged,
}: Props) {
  const [only] = targets
  const what = count === 1 && only ? `ticket ${only.number}` : plural(count, 'ticket')
  const problem = useLazyModule(loadProblem, picker === 'problem')
  const macro = useLazyModule(loadMacro, picker === 'macro')
  const merge = useLazyModule(loadMerge, picker === 'merge')
  const at = (wanted: Picker) => ({ open: picker === wanted, onClose })

  return (
    <>
      <PickerDialog
        {...at('assign')}
        label={`Assign ${what} to`}
        options={memberOptions(members, viewer.id)}
        onChoose={(id) => run(assignTo(members.find((member) => member.id === id)))}
      />
      <PickerDialog
        {...at('status')}
        label={`Set ${what} to`}
        options={statusOptions(statuses)}
        onChoose={(chosen) => run(setStatus(statuses.find(({ id }) => id === chosen)!, viewer))}
      />
      <PickerDialog
        {...at('team')}
        label={`Give ${what} to a team`}
        options={teamOptions(teams)}
        onChoose={(chosen) => run(setTeam(teams.find(({ id }) => id === chosen)))}
      />
      <PickerDialog
        {...at('priority')}
        label={`Priority of ${what}`}
        options={priorityOptions}
        onChoose={(id) => run(setPriority(id))}
      />
      <TicketTagDialog
        {...at('tag')}
        title={`Tag ${what}`}
        known={tagsOf(tickets)}
        onAdd={(tags) => run(addTags(tags))}
      />
      {problem && picker === 'problem' && <problem.ProblemDialog what={what} run={run} onClose={onClose} />}
      {macro && picker === 'macro' && (
        <macro.MacroPicker page={{ members, statuses, teams, fields, viewer }} run={run} onClose={onClose} />
      )}
      {merge && picker === 'merge' && (
        <merge.MergeSeveralDialog ids={targets.map(({ id }) => id)} onClose={onClose} onMerged={onMerged} />
      )}
      <MomentDialog
        {...at('snooze')}
        title={`Snooze ${what} until`}
        confirmLabel="Snooze"
        onChoose={(until) => run(snoozeUntil(until))}
      />
    </>
  )
}

const loadMacro = () => import('./macro-picker.tsx')
const loadMerge = () => import('#web/service/tickets/merging/merge-several-dialog.tsx')
const loadProblem = () => import('#web/service/tickets/problems/problem-dialog.tsx')

const tagsOf = (tickets: Changeable[]) => inLetters(tickets.flatMap(({ tags }) => tags))
