import { Users } from 'lucide-react'
import { keysOf } from '#contract/keys-of.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Option } from '#web/ui/choice/option.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { inks } from '#web/ui/mark/pill.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { StatusGlyph, statusLabel } from '#web/ui/mark/status-pill.tsx'
import type { Member, Priority, Status, Ticket, TicketStatus, TicketTeam, TicketType } from './types.ts'

export const none = ''

/** The statuses that a person can choose. A ticket can only stay new, and the server closes it. */
export const choosableStatuses = (statuses: TicketStatus[], isNew = false) =>
  statuses.filter(({ category }) => category !== 'closed' && (isNew || category !== 'new'))

/** The statuses as options, in the order of their categories. A status beside the default names its category. */
export const statusOptions = (statuses: TicketStatus[], isNew?: boolean): Option[] =>
  choosableStatuses(statuses, isNew).map(({ id, name, category, color, isDefault }) => ({
    ...{ value: id, label: name, mark: <StatusGlyph status={category} color={color} /> },
    ...(!isDefault && { detail: statusLabel(category) }),
  }))

/** The teams as options, with "No team" first. */
export const teamOptions = (teams: TicketTeam[]): Option[] => [
  { value: none, label: 'No team' },
  ...teams.map(({ id, name, color }) => ({
    ...{ value: id, label: name, mark: <Icon of={Users} size={16} className={inks[color]} /> },
  })),
]

export const defaultStatus = (statuses: TicketStatus[], wanted: Status) =>
  statuses.find(({ category, isDefault }) => isDefault && category === wanted)!

const priorityLabels: Record<Priority, string> = { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' }
const priorities: Priority[] = ['urgent', 'high', 'normal', 'low']

export const priorityLabel = (priority: Priority) => priorityLabels[priority]
export const priorityOptions: Option<Priority>[] = priorities.map((priority) => ({
  value: priority,
  label: priorityLabels[priority],
  mark: (
    <Hidden>
      <PriorityGlyph priority={priority} />
    </Hidden>
  ),
}))

const typeLabels: Record<TicketType, string> = {
  question: 'Question',
  incident: 'Incident',
  problem: 'Problem',
  task: 'Task',
}

export const typeLabel = (type: TicketType | null) => (type ? typeLabels[type] : 'None')
export const typeOptions = withNone(typeLabels)

export const channelLabels: Record<Ticket['channel'], string> = {
  email: 'E-mail',
  portal: 'Customer portal',
  agent: 'Written by the team',
  phone: 'Phone',
  chat: 'Chat',
  in_person: 'In person',
  other: 'Other',
  api: 'API',
  import: 'Import',
}

export const choiceLabels = { priority: priorityLabels, type: typeLabels }

function withNone<V extends string>(labels: Record<V, string>): Option<V | typeof none>[] {
  return [{ value: none, label: 'None' }, ...keysOf(labels).map((value) => ({ value, label: labels[value] }))]
}

export function memberOptions(members: Member[], viewerId: string): Option[] {
  const active = members.filter(({ status }) => status === 'active')
  const sorted = active.toSorted((a, b) => Number(b.id === viewerId) - Number(a.id === viewerId))
  return [
    {
      value: none,
      label: 'Unassigned',
      mark: (
        <Hidden>
          <UnassignedAvatar />
        </Hidden>
      ),
    },
    ...sorted.map((member) => ({
      value: member.id,
      label: fullName(member),
      detail: member.id === viewerId ? 'Me' : undefined,
      mark: <Avatar name={fullName(member)} src={member.avatarUrl} hideName />,
    })),
  ]
}

function Hidden({ children }: { children: React.ReactNode }) {
  return <span aria-hidden>{children}</span>
}
