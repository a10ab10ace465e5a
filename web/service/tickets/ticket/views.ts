import type { z } from 'zod'
import type { followingOrder } from '#contract/search/following.ts'
import type { listTickets, listViews } from '#contract/tickets/tickets.ts'
import { isUuid } from '#contract/uuid.ts'

export type ViewCount = z.output<typeof listViews.answer>['items'][number]
export type ViewId = ViewCount['id']
export type Order = Exclude<NonNullable<z.output<typeof listTickets.query>['order']>, typeof followingOrder>

const startView = 'active' satisfies ViewId

export const viewGroups: { label: string; ids: ViewId[] }[] = [
  { label: 'My work', ids: ['mine'] },
  { label: 'Views', ids: ['active', 'unassigned', 'pending', 'snoozed', 'solved'] },
  { label: 'Archive', ids: ['closed', 'all'] },
  { label: 'Other', ids: ['suspended', 'spam', 'trash'] },
]

export const viewNames: Record<ViewId, string> = {
  mine: 'My tickets',
  unassigned: 'Unassigned',
  active: 'All active',
  pending: 'Pending',
  solved: 'Recently solved',
  snoozed: 'Snoozed',
  closed: 'Closed',
  all: 'All tickets',
  suspended: 'Suspended',
  spam: 'Spam',
  trash: 'Trash',
}

const viewIds = viewGroups.flatMap(({ ids }) => ids)
const orders: Order[] = ['waiting', 'updated', 'created']

export const orderLabels: Record<Order, string> = {
  waiting: 'Longest waiting first',
  updated: 'Latest change first',
  created: 'Newest first',
}

export type ListQuery = {
  view: ViewId
  q: string
  assignee: string | null
  order: Order | null
  cursor: string | null
}

export const inactiveAssignees = 'inactive'

const ownAssignee: ViewId[] = ['mine', 'unassigned', 'suspended']
export const takesAssignee = (view: ViewId) => !ownAssignee.includes(view)

export function readListQuery(search: URLSearchParams): ListQuery {
  const view = viewIds.find((id) => id === search.get('view')) ?? startView
  const order = orders.find((order) => order === search.get('order')) ?? null
  const named = search.get('assignee') ?? ''
  const assignee = takesAssignee(view) && (named === inactiveAssignees || isUuid(named)) ? named : null
  return { view, q: search.get('q')?.trim().slice(0, 2000) ?? '', assignee, order, cursor: search.get('cursor') }
}

export function listHref({ view, q, assignee, order, cursor }: Partial<ListQuery>) {
  const search = new URLSearchParams()
  if (view && view !== startView) search.set('view', view)
  if (q) search.set('q', q)
  if (assignee) search.set('assignee', assignee)
  if (order) search.set('order', order)
  if (cursor) search.set('cursor', cursor)
  return `/service/tickets${search.size > 0 ? `?${search}` : ''}`
}

const queues: ViewId[] = ['mine', 'unassigned', 'active']

export function orderOf({ view, q, order }: ListQuery): Order {
  if (q) return 'updated'
  const canWait = queues.includes(view) || view === 'all'
  if (order && (order !== 'waiting' || canWait)) return order
  return queues.includes(view) ? 'waiting' : 'updated'
}

export const emptyWords: Record<ViewId, { title: string; text: string; isDone?: boolean }> = {
  mine: { title: 'Nothing is assigned to you', text: 'Tickets that are assigned to you are shown here.', isDone: true },
  unassigned: { title: 'Nothing unassigned', text: 'Every ticket has an assignee.', isDone: true },
  active: { title: 'No active tickets', text: 'New requests of customers are shown here.', isDone: true },
  pending: { title: 'Nothing pending', text: 'Tickets that wait for a reply of the customer are shown here.' },
  snoozed: { title: 'Nothing snoozed', text: 'Snoozed tickets return to their list when the snooze ends.' },
  solved: { title: 'Nothing solved yet', text: 'Solved tickets are shown here until they are closed.' },
  closed: { title: 'Nothing closed yet', text: 'Solved tickets are closed after some days and then shown here.' },
  all: {
    title: 'No tickets yet',
    text: 'Mail to your support address becomes a ticket. You can also create one yourself.',
  },
  suspended: { title: 'No suspended mail', text: 'Mail that was not accepted is shown here with the reason.' },
  spam: { title: 'No spam', text: 'Tickets marked as spam are shown here.' },
  trash: { title: 'The trash is empty', text: 'Tickets in the trash are deleted after 30 days.' },
}
