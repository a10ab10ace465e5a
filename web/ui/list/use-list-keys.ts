import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import type { useRowCursor } from './use-row-cursor.ts'
import type { useSelection } from './use-selection.ts'

type ListKeys = {
  cursor: ReturnType<typeof useRowCursor>
  selection: ReturnType<typeof useSelection>
  noun: string
  group: string
  canSelect?: boolean
  hasRanges?: boolean
}

export function useListKeys({ cursor, selection, noun, group, canSelect = true, hasRanges = true }: ListKeys) {
  const { cursorId, move } = cursor
  useShortcuts(
    {
      j: { label: `Next ${noun}`, run: () => move(1) },
      k: { label: `Previous ${noun}`, run: () => move(-1) },
    },
    { group },
  )
  useShortcuts(
    {
      x: { label: `Select the ${noun}`, run: () => cursorId && selection.toggle(cursorId) },
      ...(hasRanges && {
        'shift+x': { label: `Select up to the ${noun}`, run: () => cursorId && selection.selectTo(cursorId) },
      }),
    },
    { group, enabled: canSelect },
  )
  useShortcuts(
    { esc: { label: 'Clear the selection', run: selection.clear } },
    { group, enabled: selection.selected.size > 0 },
  )
}
