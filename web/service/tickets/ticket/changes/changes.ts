import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { InputOf } from '#contract/pages.ts'
import type { changeTickets } from '#contract/tickets/changes.ts'
import type { RowChange } from '#web/lib/batch/use-row-changes.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { priorityLabel, typeLabel } from '#web/service/tickets/ticket/choices.tsx'
import { momentWords } from '#web/service/tickets/ticket/dialogs/moments.ts'
import type {
  Member,
  Priority,
  Ticket,
  TicketStatus,
  TicketTeam,
  TicketType,
} from '#web/service/tickets/ticket/types.ts'
import { statusLabel } from '#web/ui/mark/status-pill.tsx'

export type Changeable = Pick<Ticket, 'id' | 'number' | 'status' | 'assignee' | 'tags'> &
  Partial<Pick<Ticket, 'customFields'>>

type ChangedFields = Pick<
  Ticket,
  | (
      | 'subject'
      | 'status'
      | 'statusId'
      | 'statusLabel'
      | 'statusColor'
      | 'priority'
      | 'type'
      | 'assignee'
      | 'team'
      | 'tags'
    )
  | ('customFields' | 'snoozedUntil' | 'isSpam' | 'isTrashed')
>

export type TicketChange = Pick<RowChange<Changeable>, 'done'> & {
  changes: InputOf<typeof changeTickets>['body']['changes']
  preview: (ticket: Changeable) => Partial<ChangedFields>
  /** The macro that makes the change. */
  macroId?: string
}

type Person = Pick<Member, 'id' | 'name' | 'surname' | 'email'>
const assigneeOf = (member: Person) => ({ id: member.id, name: fullName(member) })

const change = (done: string, changes: TicketChange['changes'], previewed: Partial<ChangedFields>): TicketChange => ({
  done,
  changes,
  preview: () => previewed,
})

const inCategory = (status: TicketStatus['category']) => ({
  ...{ status, statusId: null, statusLabel: statusLabel(status), statusColor: null },
})

export const solve = (solver: Person): TicketChange => ({
  done: 'solved',
  changes: { status: 'solved' },
  preview: ({ assignee }) => ({
    ...inCategory('solved'),
    assignee: assignee ?? assigneeOf(solver),
    snoozedUntil: null,
  }),
})

export function setStatus({ id, name, category, color }: TicketStatus, viewer: Person): TicketChange {
  const shown = { status: category, statusId: id, statusLabel: name, statusColor: color }
  if (category !== 'solved') return change(`set to ${name}`, { statusId: id }, shown)
  const solved = solve(viewer)
  return {
    done: `set to ${name}`,
    changes: { statusId: id },
    preview: (ticket) => ({ ...solved.preview(ticket), ...shown }),
  }
}

export const setPriority = (priority: Priority) =>
  change(`set to ${priorityLabel(priority)} priority`, { priority }, { priority })

export const setType = (type: TicketType | null) =>
  change(type ? `set to type ${typeLabel(type)}` : 'without a type', { type }, { type })

export const setSubject = (subject: string) => change('renamed', { subject }, { subject })

export const setCustomField = ({ key, label }: TicketField, value: unknown): TicketChange => ({
  done: `changed: ${label}`,
  changes: { customFields: { [key]: value } },
  preview: ({ customFields }) => ({ customFields: { ...customFields, [key]: value } }),
})

export function assignTo(member: Person | undefined): TicketChange {
  const assignee = member ? assigneeOf(member) : null
  return {
    done: assignee ? `assigned to ${assignee.name}` : 'unassigned',
    changes: { assignee: assignee?.id ?? null },
    preview: ({ status }) => ({ assignee, ...(assignee && status === 'new' && inCategory('open')) }),
  }
}

export const setTeam = (team: TicketTeam | undefined) =>
  change(
    team ? `given to ${team.name}` : 'without a team',
    { team: team?.id ?? null },
    { team: team ? { id: team.id, name: team.name } : null },
  )

export const addTags = (added: string[]): TicketChange => ({
  done: `tagged ${added.join(', ')}`,
  changes: { addTags: added },
  preview: ({ tags }) => ({ tags: [...new Set([...tags, ...added])] }),
})

export const removeTag = (removed: string): TicketChange => ({
  done: `no longer tagged ${removed}`,
  changes: { removeTags: [removed] },
  preview: ({ tags }) => ({ tags: tags.filter((tag) => tag !== removed) }),
})

export const addFollower = (member: Person) =>
  change(`followed by ${fullName(member)}`, { addFollowers: [member.id] }, {})

export const linkToProblem = ({ id, number }: Pick<Ticket, 'id' | 'number'>) =>
  change(`linked to problem ${number}`, { problem: id }, { type: 'incident' })

export function snoozeUntil(time: Date) {
  const snoozedUntil = time.toISOString()
  return change(`snoozed until ${momentWords(time)}`, { snoozedUntil }, { snoozedUntil })
}

export const endSnooze = change('no longer snoozed', { snoozedUntil: null }, { snoozedUntil: null })
export const reopen = change('reopened', { status: 'open' }, inCategory('open'))
export const markSpam = change('marked as spam', { spam: true }, { isSpam: true })
export const unmarkSpam = change('marked as not spam', { spam: false }, { isSpam: false })
export const moveToTrash = change('moved to the trash', { trash: true }, { isTrashed: true })
export const takeFromTrash = change('restored from the trash', { trash: false }, { isTrashed: false })
