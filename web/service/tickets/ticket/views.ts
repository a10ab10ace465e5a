import type { z } from 'zod'
import type { followingOrder } from '#contract/search/following.ts'
import type { listTickets } from '#contract/tickets/tickets.ts'
import type { BuiltInViewId } from '#contract/tickets/view-values.ts'
import type { CountedView } from '#contract/tickets/views.ts'
import { isUuid } from '#contract/uuid.ts'
import { formatCount } from '#web/lib/words/format.ts'

export type ViewId = BuiltInViewId
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

/** A saved view, as the list needs it. `q` is its query with its order. */
export type OpenView = { id: string; name: string; q: string; canChange: boolean; missing: string | null }

export type ListQuery = {
  view: ViewId
  /** The saved view that the list shows. `view` is then `all`, and `q` is the query of the view until it is edited. */
  saved: OpenView | null
  q: string
  assignee: string | null
  order: Order | null
  cursor: string | null
}

export const inactiveAssignees = 'inactive'

const ownAssignee: ViewId[] = ['mine', 'unassigned', 'suspended']
export const takesAssignee = (view: ViewId) => !ownAssignee.includes(view)

/** Returns the id of the saved view that an address names. */
export const savedIdIn = (search: URLSearchParams) => {
  const id = search.get('view') ?? ''
  return isUuid(id) ? id : null
}

export function readListQuery(search: URLSearchParams, saved: OpenView | null = null): ListQuery {
  const view = saved ? 'all' : (viewIds.find((id) => id === search.get('view')) ?? startView)
  const order = saved ? null : (orders.find((order) => order === search.get('order')) ?? null)
  const named = search.get('assignee') ?? ''
  const isAssignee = !saved && takesAssignee(view) && (named === inactiveAssignees || isUuid(named))
  const q = search.get('q')?.trim().slice(0, 2000) ?? saved?.q ?? ''
  return { view, saved, q, assignee: isAssignee ? named : null, order, cursor: search.get('cursor') }
}

export const savedHref = (id: string) => `/service/tickets?view=${id}`

export function listHref({ view, saved, q, assignee, order, cursor }: Partial<ListQuery>) {
  const search = new URLSearchParams()
  if (saved) search.set('view', saved.id)
  else if (view && view !== startView) search.set('view', view)
  if (saved ? isEdited({ saved, q }) : q) search.set('q', q ?? '')
  if (assignee) search.set('assignee', assignee)
  if (order) search.set('order', order)
  if (cursor) search.set('cursor', cursor)
  return `/service/tickets${search.size > 0 ? `?${search}` : ''}`
}

/** Returns whether the list shows another query than the saved view has. */
export const isEdited = ({ saved, q }: Partial<Pick<ListQuery, 'saved' | 'q'>>) => Boolean(saved) && q !== saved?.q

export const titleOf = ({ view, saved }: Pick<ListQuery, 'view' | 'saved'>) => saved?.name ?? viewNames[view]

export type ShownView = { id: string; name: string; href: string; count: string | undefined; missing: string | null }

/** The views of the list in groups: built-in views that are not hidden, and the saved views that the person sees. */
export function shownGroups(views: CountedView[]): { label: string; shown: ShownView[] }[] {
  const builtIn = (ids: ViewId[]) =>
    views.flatMap((view) =>
      view.kind === 'built-in' && ids.includes(view.id) && !view.isHidden
        ? [{ ...shownOf(view), name: viewNames[view.id], href: listHref({ view: view.id }), missing: null }]
        : [],
    )
  const saved = (isOwn: boolean) =>
    views.flatMap((view) =>
      view.kind === 'saved' && (view.visibility === 'me') === isOwn
        ? [{ ...shownOf(view), name: view.name, href: savedHref(view.id), missing: view.missing }]
        : [],
    )
  const [mine, ...others] = viewGroups.map(({ label, ids }) => ({ label, shown: builtIn(ids) }))
  const [queues, ...rest] = others
  return [
    mine!,
    queues!,
    { label: 'Shared', shown: saved(false) },
    { label: 'My views', shown: saved(true) },
    ...rest,
  ].filter(({ shown }) => shown.length > 0)
}

const shownOf = ({ id, count, isMore }: CountedView) => ({ id, count: countText(count, isMore) })

export const countText = (count: number | null, isMore: boolean) => {
  if (count === null) return undefined
  return isMore ? `${count >= 1000 ? `${Math.floor(count / 1000)}k` : formatCount(count)}+` : formatCount(count)
}

/** Returns the number of tickets of the view in the list; null if it is not known exactly. */
export function totalOf(views: CountedView[], { view, saved }: Pick<ListQuery, 'view' | 'saved'>): number | null {
  const open = views.find(({ id }) => id === (saved?.id ?? view))
  return open && !open.isMore ? open.count : null
}

const queues: ViewId[] = ['mine', 'unassigned', 'active']

export function orderOf({ view, order }: ListQuery): Order {
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
