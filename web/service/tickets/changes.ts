import type { z } from 'zod'
import type { changeTicket } from '#contract/tickets.ts'
import type { Priority, Status, Ticket, TicketType } from './types.ts'

/** What a change needs to know of a ticket: rows of a list and the open ticket both have it. */
export type Changeable = Pick<
  Ticket,
  | 'id'
  | 'number'
  | 'subject'
  | 'status'
  | 'priority'
  | 'type'
  | 'assignee'
  | 'tags'
  | 'snoozedUntil'
  | 'isSpam'
  | 'isTrashed'
>

export type ChangeRequest = { method: 'PATCH' | 'PUT' | 'DELETE'; path: string; body?: object }

export type TicketChange = {
  /** What is true afterwards, behind a ticket's number: "solved", "assigned to Ada". */
  done: string
  request: (ticket: Changeable) => ChangeRequest
  /** How the ticket looks until the server has answered. */
  preview: (ticket: Changeable) => Partial<Changeable>
  /** The way back to the ticket as it was, where there is one. */
  undo?: (before: Changeable) => ChangeRequest
}

type Person = { id: string; name: string }
type Patch = z.input<typeof changeTicket.body>

const patch = ({ id }: Changeable, body: Patch): ChangeRequest => ({
  method: 'PATCH',
  path: `/api/v1/tickets/${id}`,
  body,
})
const create = ({ id }: Changeable, noun: string, body?: object): ChangeRequest => ({
  method: 'PUT',
  path: `/api/v1/tickets/${id}/${noun}`,
  body,
})
const remove = ({ id }: Changeable, noun: string): ChangeRequest => ({
  method: 'DELETE',
  path: `/api/v1/tickets/${id}/${noun}`,
})

/** A ticket that was new can only go back to open. */
const earlier = (status: Status): Status => (status === 'new' ? 'open' : status)

/** Solving takes an assignee, and the solver becomes it. */
export const solve = (solver: Person): TicketChange => ({
  done: 'solved',
  request: (ticket) => create(ticket, 'closure'),
  preview: ({ assignee }) => ({ status: 'solved', assignee: assignee ?? solver, snoozedUntil: null }),
  undo: (before) => patch(before, { status: earlier(before.status), assignee: before.assignee?.id ?? null }),
})

export const reopen = (): TicketChange => ({
  done: 'reopened',
  request: (ticket) => remove(ticket, 'closure'),
  preview: () => ({ status: 'open' }),
  undo: (before) => create(before, 'closure'),
})

export function setStatus(status: Status, label: string, viewer: Person): TicketChange {
  if (status === 'solved') return solve(viewer)
  return {
    done: `set to ${label}`,
    request: (ticket) => patch(ticket, { status }),
    preview: () => ({ status }),
    undo: (before) => patch(before, { status: earlier(before.status) }),
  }
}

export const setPriority = (priority: Priority, label: string): TicketChange => ({
  done: `set to ${label} priority`,
  request: (ticket) => patch(ticket, { priority }),
  preview: () => ({ priority }),
  undo: (before) => patch(before, { priority: before.priority ?? 'normal' }),
})

export const setType = (type: TicketType | null, label: string): TicketChange => ({
  done: type ? `is a ${label.toLowerCase()} now` : 'has no type now',
  request: (ticket) => patch(ticket, { type }),
  preview: () => ({ type }),
  undo: (before) => patch(before, { type: before.type }),
})

export const setSubject = (subject: string): TicketChange => ({
  done: 'renamed',
  request: (ticket) => patch(ticket, { subject }),
  preview: () => ({ subject }),
  undo: (before) => patch(before, { subject: before.subject }),
})

export const assignTo = (assignee: Person | null): TicketChange => ({
  done: assignee ? `assigned to ${assignee.name}` : 'unassigned',
  request: (ticket) => patch(ticket, { assignee: assignee?.id ?? null }),
  preview: ({ status }) => ({ assignee, ...(assignee && status === 'new' && { status: 'open' }) }),
  undo: (before) => patch(before, { assignee: before.assignee?.id ?? null }),
})

const changeTags = (done: string, tagsAfter: (tags: string[]) => string[]): TicketChange => ({
  done,
  request: (ticket) => patch(ticket, { tags: tagsAfter(ticket.tags) }),
  preview: ({ tags }) => ({ tags: tagsAfter(tags) }),
  undo: (before) => patch(before, { tags: before.tags }),
})

export const addTags = (added: string[]) =>
  changeTags(`tagged ${added.join(', ')}`, (tags) => [...new Set([...tags, ...added])])

export const removeTag = (removed: string) =>
  changeTags(`no longer tagged ${removed}`, (tags) => tags.filter((tag) => tag !== removed))

export const markSpam = (): TicketChange => ({
  done: 'marked as spam',
  request: (ticket) => create(ticket, 'spam'),
  preview: () => ({ isSpam: true }),
  undo: (before) => remove(before, 'spam'),
})

export const unmarkSpam = (): TicketChange => ({
  done: 'is not spam',
  request: (ticket) => remove(ticket, 'spam'),
  preview: () => ({ isSpam: false }),
  undo: (before) => create(before, 'spam'),
})

export const moveToTrash = (): TicketChange => ({
  done: 'moved to the trash',
  request: (ticket) => create(ticket, 'trash'),
  preview: () => ({ isTrashed: true }),
  undo: (before) => remove(before, 'trash'),
})

export const takeFromTrash = (): TicketChange => ({
  done: 'taken out of the trash',
  request: (ticket) => remove(ticket, 'trash'),
  preview: () => ({ isTrashed: false }),
  undo: (before) => create(before, 'trash'),
})

export const snoozeUntil = (until: string, words: string): TicketChange => ({
  done: `snoozed until ${words}`,
  request: (ticket) => create(ticket, 'snooze', { until }),
  preview: () => ({ snoozedUntil: until }),
  undo: (before) =>
    before.snoozedUntil ? create(before, 'snooze', { until: before.snoozedUntil }) : remove(before, 'snooze'),
})

export const endSnooze = (): TicketChange => ({
  done: 'is back from its snooze',
  request: (ticket) => remove(ticket, 'snooze'),
  preview: () => ({ snoozedUntil: null }),
  undo: (before) => create(before, 'snooze', { until: before.snoozedUntil ?? new Date().toISOString() }),
})
