import type { InputOf } from '#contract/pages.ts'
import type { changeTickets } from '#contract/tickets/changes.ts'
import type { RowChange } from '#web/lib/batch/use-changes.ts'
import type { Priority, Status, Ticket, TicketType } from '#web/service/tickets/ticket/types.ts'

/** The fields that a change needs. Rows of the list and the open ticket have them. */
export type Changeable = Pick<Ticket, 'id' | 'number' | 'status' | 'assignee' | 'tags'>

type ChangedFields = Pick<
  Ticket,
  'subject' | 'status' | 'priority' | 'type' | 'assignee' | 'tags' | 'snoozedUntil' | 'isSpam' | 'isTrashed'
>

export type TicketChange = Pick<RowChange<Changeable>, 'done'> & {
  changes: InputOf<typeof changeTickets>['body']['changes']
  /** How the ticket looks until the server has answered. */
  preview: (ticket: Changeable) => Partial<ChangedFields>
}

type Person = { id: string; name: string }

/** An unassigned ticket is assigned to the person who solves it. */
export const solve = (solver: Person): TicketChange => ({
  done: 'solved',
  changes: { status: 'solved' },
  preview: ({ assignee }) => ({ status: 'solved', assignee: assignee ?? solver, snoozedUntil: null }),
})

export const reopen = (): TicketChange => ({
  done: 'reopened',
  changes: { status: 'open' },
  preview: () => ({ status: 'open' }),
})

export function setStatus(status: Status, label: string, viewer: Person): TicketChange {
  if (status === 'solved') return solve(viewer)
  return { done: `set to ${label}`, changes: { status }, preview: () => ({ status }) }
}

export const setPriority = (priority: Priority, label: string): TicketChange => ({
  done: `set to ${label} priority`,
  changes: { priority },
  preview: () => ({ priority }),
})

export const setType = (type: TicketType | null, label: string): TicketChange => ({
  done: type ? `set to type ${label}` : 'without a type',
  changes: { type },
  preview: () => ({ type }),
})

export const setSubject = (subject: string): TicketChange => ({
  done: 'renamed',
  changes: { subject },
  preview: () => ({ subject }),
})

export const assignTo = (assignee: Person | null): TicketChange => ({
  done: assignee ? `assigned to ${assignee.name}` : 'unassigned',
  changes: { assignee: assignee?.id ?? null },
  preview: ({ status }) => ({ assignee, ...(assignee && status === 'new' && { status: 'open' }) }),
})

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

export const markSpam = (): TicketChange => ({
  done: 'marked as spam',
  changes: { spam: true },
  preview: () => ({ isSpam: true }),
})

export const unmarkSpam = (): TicketChange => ({
  done: 'marked as not spam',
  changes: { spam: false },
  preview: () => ({ isSpam: false }),
})

export const moveToTrash = (): TicketChange => ({
  done: 'moved to the trash',
  changes: { trash: true },
  preview: () => ({ isTrashed: true }),
})

export const takeFromTrash = (): TicketChange => ({
  done: 'restored from the trash',
  changes: { trash: false },
  preview: () => ({ isTrashed: false }),
})

export const snoozeUntil = (until: string, words: string): TicketChange => ({
  done: `snoozed until ${words}`,
  changes: { snoozedUntil: until },
  preview: () => ({ snoozedUntil: until }),
})

export const endSnooze = (): TicketChange => ({
  done: 'no longer snoozed',
  changes: { snoozedUntil: null },
  preview: () => ({ snoozedUntil: null }),
})
