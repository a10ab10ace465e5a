import { inactiveAssignees, type ListQuery, type ViewId } from '#web/service/tickets/ticket/views.ts'
import type { DescribedOrders } from './describe-orders.ts'

const active = 'status<solved -is:snoozed'

/** The tickets of the built-in views as queries. Suspended mails are no tickets. */
const queries: Record<Exclude<ViewId, 'suspended'>, string> = {
  mine: `${active} assignee:me`,
  unassigned: `${active} assignee:none`,
  active,
  pending: 'status:pending -is:snoozed',
  solved: 'status:solved',
  closed: 'status:closed',
  snoozed: 'is:snoozed',
  spam: 'is:spam',
  trash: 'is:trashed',
  all: '',
}

/**
 * Writes what a list shows as one query, so that it can be saved as a view. Returns null for a list that no query can
 * express.
 *
 * @param base the query of the list, written so that conditions can be added before it
 */
export function queryAsView(query: ListQuery, base: string, orders: DescribedOrders | null): string | null {
  const { view, assignee, saved } = query
  if (view === 'suspended' || assignee === inactiveAssignees) return null
  if (saved) return base
  // A view is sorted by latest change unless its query names another order.
  const isOrdered = orders?.current && orders.current !== '-updated' && !orders.isWritten
  const own = queries[view].split(' ').filter((condition) => !conditionsOf(base).includes(condition))
  const parts = [...own, assignee && `assignee:${assignee}`, base, isOrdered && `order:${orders.current}`]
  return parts.filter(Boolean).join(' ')
}

/** Returns the conditions of a query. With OR, brackets or quotes, a part can mean something else, so it returns none. */
const conditionsOf = (base: string) => (/["“”„()]|\bOR\b/.test(base) ? [] : base.split(/\s+/))
