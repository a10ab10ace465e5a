import { type RawBuilder, sql } from 'kysely'
import type { ticketViews } from '#contract/tickets/view-values.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'

export type View = (typeof ticketViews)[number]
export type Order = 'waiting' | 'updated' | 'created'

// SQL conditions of the views of the team. They contain literals, because PostgreSQL uses a partial index only if it
// sees the value.
const teamViews: Record<Exclude<View, 'mine'>, RawBuilder<boolean>> = {
  unassigned: sql`shelf = 'active' and assignee_id is null`,
  active: sql`shelf = 'active'`,
  pending: sql`shelf = 'active' and status = 'pending'`,
  solved: sql`shelf = 'solved'`,
  closed: sql`shelf = 'closed'`,
  snoozed: sql`shelf = 'snoozed'`,
  spam: sql`shelf = 'spam'`,
  trash: sql`shelf = 'trash'`,
  all: sql`shelf <> 'spam' and shelf <> 'trash'`,
}

const customerViews: Partial<Record<View, RawBuilder<boolean>>> = {
  active: sql`status in ('new', 'open', 'pending', 'on_hold')`,
  solved: sql`status in ('solved', 'closed')`,
  all: sql`true`,
}

/** Shelves that a list shows only if its query names them. */
export type HiddenShelf = 'spam' | 'trash'

/** `shown`: shelves that the view `all` shows, too. */
export function conditionOf(
  view: View,
  { id, kind }: Reader,
  shown: HiddenShelf[] = [],
): RawBuilder<boolean> | undefined {
  if (kind === 'customer') return customerViews[view]
  if (view === 'all' && shown.length > 0) return sql`((${teamViews.all}) or shelf = any(${shown}::text[]))`
  return view === 'mine' ? sql`shelf = 'active' and assignee_id = ${id}` : teamViews[view]
}

const queues: View[] = ['mine', 'unassigned', 'active']

/**
 * Returns the order of a view. Without a requested order, queues are sorted by waiting time and other views by latest
 * change. A view that cannot be sorted by waiting time is sorted by latest change.
 */
export function orderOf(view: View, { kind }: Reader, asked: Order | undefined): Order {
  const isCustomer = kind === 'customer'
  const waits = !isCustomer && (queues.includes(view) || view === 'all')
  if (!asked) return !isCustomer && queues.includes(view) ? 'waiting' : 'updated'
  return asked === 'waiting' && !waits ? 'updated' : asked
}
