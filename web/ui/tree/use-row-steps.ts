import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { placeAfter, type TreeItem, type TreePlace } from './tree-moves.ts'

/** Returns the props of a row that Alt with an arrow key moves. The control that had the focus keeps it. */
export function useRowSteps(items: readonly TreeItem[], onMove: (id: string, place: TreePlace) => void) {
  const held = useRef<HTMLElement>(undefined)
  // The browser takes the focus from an element that moves in the page.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) held.current?.focus()
  })
  return (id: string) => ({
    onBlur: ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
      if (relatedTarget) held.current = undefined
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      held.current = undefined
      if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      const place = placeAfter(items, id, event.key === 'ArrowUp' ? 'up' : 'down')
      if (!place) return
      held.current = event.target as HTMLElement
      onMove(id, place)
    },
  })
}
