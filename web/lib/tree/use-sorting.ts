import { isInLayer } from '#web/ui/keys/shortcuts.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import type { TreePlace, TreeStep } from '#web/ui/tree/tree-moves.ts'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'
import type { Moves } from './use-moves.ts'

export function useSorting({ moves, nests, enabled }: { moves: Moves; nests: boolean; enabled: boolean }) {
  const cursor = useRowCursor(moves.shown.map(({ id }) => id))

  function moveTo(id: string, place: TreePlace) {
    cursor.setCursorId(id)
    moves.move(id, place)
  }

  return { cursor, step: moves.step, rowProps: useTreeDrag({ items: moves.shown, onMove: moveTo, nests, enabled }) }
}
export type SortingOf = ReturnType<typeof useSorting>

/** Adds shortcuts for the focused list, or else for the first list. Returns a function that finds this list. */
export function useSortingKeys(lists: readonly [SortingOf, ...SortingOf[]], enabled: boolean) {
  const focusedList = () =>
    lists.find(({ cursor }) => cursor.table.current?.contains(document.activeElement)) ?? lists[0]
  const stepOf = (wanted: TreeStep) => (event: KeyboardEvent) => {
    const { cursor, step } = focusedList()
    if (cursor.cursorId && !isInLayer(event.target)) step(cursor.cursorId, wanted)
  }
  useShortcuts(
    {
      j: { label: 'Next row', run: () => focusedList().cursor.move(1) },
      k: { label: 'Previous row', run: () => focusedList().cursor.move(-1) },
    },
    { group: 'Categories' },
  )
  useShortcuts(
    {
      'alt+up': { label: 'Move up', run: stepOf('up') },
      'alt+down': { label: 'Move down', run: stepOf('down') },
      'alt+right': { label: 'Move into the category above', run: stepOf('in') },
      'alt+left': { label: 'Move out of the parent category', run: stepOf('out') },
    },
    { group: 'Categories', enabled },
  )
  return focusedList
}
