import type { TicketGroup } from '#contract/tickets/tickets.ts'

export type Section = { group: TicketGroup; ids: ReadonlySet<string> }

/**
 * Returns the groups of a page with the ids of their tickets. `ids`: those of the page as the server sorted them. A change
 * that is not saved yet moves no row to another group.
 */
export function sectionsOf(ids: string[], groups: TicketGroup[]): Section[] {
  let from = 0
  return groups.map((group) => {
    const end = from + group.shown
    const own = new Set(ids.slice(from, end))
    from = end
    return { group, ids: own }
  })
}
