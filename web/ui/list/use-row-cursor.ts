import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

export function useRowCursor(ids: string[], readStart: () => string | null = () => null) {
  const [cursorId, setCursorId] = useState<string>()
  const table = useRef<HTMLDivElement>(null)
  const lastIndex = useRef(0)
  const index = cursorId === undefined ? -1 : ids.indexOf(cursorId)
  if (index >= 0) lastIndex.current = index

  function moveTo(position: number) {
    const id = ids[Math.max(0, Math.min(position, ids.length - 1))]
    if (id !== undefined) focus(id)
  }

  function focus(id: string) {
    setCursorId(id)
    const row = rowOf(id)
    row?.querySelector('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }

  const rowOf = (id: string) => table.current?.querySelector(`[data-row="${id}"]`)
  // Enter opens the row with the cursor even if its link has no focus, for example if the checkbox of the row has it.
  useShortcuts(
    {
      enter: {
        label: 'Open the row',
        run: () =>
          rowOf(cursorId ?? '')
            ?.querySelector('a')
            ?.click(),
      },
    },
    { group: 'Lists', enabled: index >= 0 },
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival, at the row one comes back from
  useEffect(() => {
    const opened = ids.indexOf(readStart() ?? '')
    if (opened >= 0 && hasNoFocus()) moveTo(opened)
  }, [])
  useEffect(() => {
    // If the cursor row has left the list and nothing has the focus, the row at its position gets the cursor.
    if (cursorId !== undefined && index < 0 && ids.length > 0 && hasNoFocus()) moveTo(lastIndex.current)
  })

  return {
    cursorId: index < 0 ? undefined : cursorId,
    setCursorId,
    table,
    focus,
    move: (step: 1 | -1) => moveTo(index < 0 ? (cursorId === undefined ? 0 : lastIndex.current) : index + step),
  }
}

const hasNoFocus = () => document.activeElement === document.body || document.activeElement === null
