import { keysOf } from '#contract/keys-of.ts'
import type { DescribedOrders, OfferedOrder } from '#web/service/tickets/list/query/describe-orders.ts'
import { type ListQuery, listHref, type Order, orderLabels, orderOf } from '#web/service/tickets/ticket/views.ts'

export type ListOrder = { id: OfferedOrder; label: string; href: string; isCurrent: boolean }

const labels: Record<OfferedOrder, string> = {
  '-updated': orderLabels.updated,
  updated: 'Oldest change first',
  waiting: orderLabels.waiting,
  '-created': orderLabels.created,
  created: 'Oldest first',
  '-priority': 'Highest priority first',
  requester: 'By requester',
  '-number': 'Highest number first',
}

const ofBuiltIn: Record<Order, OfferedOrder> = { waiting: 'waiting', updated: '-updated', created: '-created' }

/** The order of a list without a query. */
export const listOrderOf = (query: ListQuery) => ofBuiltIn[orderOf(query)]

/** The orders of a list. `described` has the query with each order, for a list with a query. */
export function ordersOf(query: ListQuery, described: DescribedOrders | null): ListOrder[] {
  if (query.saved || query.q)
    return keysOf(described?.texts ?? ({} as DescribedOrders['texts'])).map((id) => ({
      id,
      label: labels[id],
      href: listHref({ ...query, q: described!.texts[id], cursor: null }),
      isCurrent: id === described!.current,
    }))
  return keysOf(orderLabels).map((order) => ({
    id: ofBuiltIn[order],
    label: orderLabels[order],
    href: listHref({ ...query, order, cursor: null }),
    isCurrent: order === orderOf(query),
  }))
}
