import type { TicketGroup } from '#contract/tickets/tickets.ts'
import type { Display } from '#web/service/tickets/list/display/use-display.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { sectionsOf } from './sections.ts'
import type { Groups } from './ticket-table.tsx'

type Options = {
  page: { items: { id: string }[]; groups: TicketGroup[] | null }
  display: Display
  cursorId: string | undefined
  onDisplay: (changes: Partial<Display>) => void
}

/** Returns the groups of the list; null if it has none. ← folds the group of the current row. */
export function useGroups({ page, display, cursorId, onDisplay }: Options): Groups | null {
  const { group: grouping, folded } = display
  const sections =
    page.groups && grouping
      ? sectionsOf(
          page.items.map(({ id }) => id),
          page.groups,
        )
      : null
  const current = sections?.find(({ ids }) => cursorId !== undefined && ids.has(cursorId))?.group.value

  function fold(group: string, isFolded: boolean) {
    onDisplay({ folded: isFolded ? [...folded, group] : folded.filter((one) => one !== group) })
  }

  useShortcuts(
    {
      left: {
        label: 'Fold the group',
        run: () => {
          if (current === undefined) return
          fold(current, true)
          document.querySelector<HTMLElement>(`[data-group="${CSS.escape(current)}"] button`)?.focus()
        },
      },
    },
    { group: 'Ticket list', enabled: current !== undefined },
  )
  return sections && grouping ? { grouping, sections, folded, onFold: fold } : null
}
