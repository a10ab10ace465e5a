import { ticketOrders } from './ticket-query.ts'

export const ticketViews = [
  'mine',
  'unassigned',
  'active',
  'pending',
  'solved',
  'closed',
  'snoozed',
  'spam',
  'trash',
  'all',
] as const

/** The built-in views, in the order in which a new workspace shows them. */
export const builtInViews = [
  'mine',
  'active',
  'unassigned',
  'pending',
  'snoozed',
  'solved',
  'closed',
  'all',
  'suspended',
  'spam',
  'trash',
] as const
export type BuiltInViewId = (typeof builtInViews)[number]

/** The columns of a list of tickets. `web/service/tickets/list/table/columns.tsx` says how each looks. */
export const ticketColumns = [
  'priority',
  'number',
  'subject',
  'requester',
  'company',
  'status',
  'type',
  'assignee',
  'team',
  'waiting',
  'created',
  'updated',
  'solved',
  'tags',
  'channel',
  'form',
] as const
export type TicketColumn = (typeof ticketColumns)[number]

const fieldPrefix = 'field.'
/** The column of a ticket field, by its key, or by its id as views store it. */
export const columnOfField = (key: string) => `${fieldPrefix}${key}` as const
/** Returns the field of a column; null for a column of every ticket. */
export const fieldOfColumn = (column: string) =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : null
export const mostColumns = 40

/** The columns of a view for which nobody chose others. */
export const startColumns: TicketColumn[] = [
  'priority',
  'number',
  'subject',
  'requester',
  'status',
  'waiting',
  'assignee',
  'updated',
]

/** What every list can be grouped by. `server/tickets/ticket/queries/groups.ts` says which groups each has. */
export const ticketGroups = ['status', 'priority', 'assignee', 'team', 'company'] as const
/** A ticket field is named like its column. */
export type TicketGrouping = (typeof ticketGroups)[number] | ReturnType<typeof columnOfField>

/** Returns whether tickets can be grouped by a field, because each has at most one of its options. */
export const isGroupField = ({ kind, many = false }: { kind: string; many?: boolean | undefined }) =>
  kind === 'select' && !many

/** The orders of a saved view. A minus means descending. */
export const viewOrders = ticketOrders.flatMap((order) => [order, `-${order}`] as const)
export type ViewOrder = (typeof viewOrders)[number]

export const mostOwnViews = 100
export const mostSharedViews = 200
/** A view counts its tickets up to this number. */
export const mostCountedInView = 1000
