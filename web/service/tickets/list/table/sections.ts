import type { TicketGroup } from '#contract/tickets/tickets.ts'
import type { TicketGrouping } from '#contract/tickets/view-values.ts'
import type { TicketRow } from '#web/service/tickets/ticket/types.ts'

const groupOf: Record<TicketGrouping, (ticket: TicketRow) => string> = {
  status: ({ status }) => status,
  priority: ({ priority }) => priority ?? 'none',
  assignee: ({ assignee }) => assignee?.id ?? 'none',
  team: ({ team }) => team?.id ?? 'none',
}

type Page = {
  /** The rows as the server sorted them. A change that is not saved yet moves no row to another group. */
  items: TicketRow[]
  groups: TicketGroup[]
  grouping: TicketGrouping
  hasBefore: boolean
  hasAfter: boolean
}

export type Section = { group: TicketGroup; ids: ReadonlySet<string> }

/** Returns the groups that a page shows, with the ids of their tickets. Groups of other pages are left out. */
export function sectionsOf({ items, groups, grouping, hasBefore, hasAfter }: Page): Section[] {
  const rows = Map.groupBy(items, groupOf[grouping])
  const places = groups.flatMap(({ value }, at) => (rows.has(value) ? [at] : []))
  const first = hasBefore ? (places[0] ?? 0) : 0
  const last = hasAfter ? (places.at(-1) ?? 0) : groups.length - 1
  return groups.slice(first, last + 1).map((group) => ({
    group,
    ids: new Set(rows.get(group.value)?.map(({ id }) => id)),
  }))
}
