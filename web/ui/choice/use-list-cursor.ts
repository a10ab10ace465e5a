import { type KeyboardEvent, type PointerEvent, useEffect, useId, useState } from 'react'

/**
 * Moves the active row of a filtered list with the arrow and page keys. Enter or a click chooses it. The Combobox of
 * Headless UI would add 18 kB (gzip) to every team page, choose on Tab, and hide modifier keys.
 */
export function useListCursor({
  label,
  count: rows,
  isSearching = false,
  startsAt = 0,
  onChoose,
  resetOn,
}: {
  label: string
  /** The number of rows that can be chosen while no search is running. */
  count: number
  /** True while a search runs. The old rows cannot be chosen. Enter chooses the first row of the new result. */
  isSearching?: boolean
  /** The row that is active at first. With -1, no row is active, and Enter is left to the input. */
  startsAt?: 0 | -1
  onChoose: (index: number, event?: KeyboardEvent, isEarly?: boolean) => void
  resetOn: string
}) {
  const listId = useId()
  const count = isSearching ? 0 : rows
  const [active, setActive] = useState<number>(startsAt)
  const [early, setEarly] = useState<KeyboardEvent>()
  // Makes the first row active during the render. An effect could run too late, after the next key press.
  const [of, setOf] = useState(resetOn)
  if (of !== resetOn) {
    setOf(resetOn)
    setActive(startsAt)
    setEarly(undefined)
  }
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  useEffect(() => {
    if (!early || isSearching) return
    setEarly(undefined)
    if (count > 0) onChoose(0, early, true)
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (isSearching && event.key === 'Enter') {
      event.preventDefault()
      setEarly(event)
    }
    if (count === 0) return
    const next = moves[event.key]?.(active, count)
    if (next === undefined && (event.key !== 'Enter' || active < 0)) return
    event.preventDefault()
    if (next === undefined) onChoose(active, event)
    else setActive(next)
  }

  return {
    active,
    inputProps: {
      role: 'combobox',
      dir: 'auto',
      'aria-expanded': true,
      'aria-autocomplete': 'list' as const,
      'aria-controls': listId,
      'aria-activedescendant': count > 0 && active >= 0 ? `${listId}-${active}` : undefined,
      onKeyDown,
    },
    listProps: { id: listId, role: 'listbox', 'aria-label': label },
    optionProps: (index: number) => ({
      role: 'option',
      // Prevents the default action, so that the focus stays in the input.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      ...(index < count
        ? {
            id: `${listId}-${index}`,
            'aria-selected': index === active,
            onPointerMove: () => setActive(index),
            onClick: () => onChoose(index),
          }
        : { 'aria-selected': false, 'aria-disabled': true }),
    }),
  }
}

const moves: Record<string, (active: number, count: number) => number> = {
  ArrowDown: (active, count) => (active + 1) % count,
  ArrowUp: (active, count) => (Math.max(active, 0) - 1 + count) % count,
  PageDown: (active, count) => Math.min(active + 8, count - 1),
  PageUp: (active) => Math.max(active - 8, 0),
}
