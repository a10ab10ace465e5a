import { type DragEvent, useState } from 'react'
import { type DropSide, placeOfDrop, type TreeItem, type TreePlace } from './tree-moves.ts'

type TreeDragOptions = {
  items: readonly TreeItem[]
  onMove: (id: string, place: TreePlace) => void
  nests: boolean
  enabled: boolean
}

export function useTreeDrag({ items, onMove, nests, enabled }: TreeDragOptions) {
  const [held, setHeld] = useState<string>()
  const [over, setOver] = useState<{ target: string; side: DropSide }>()

  function end() {
    setHeld(undefined)
    setOver(undefined)
  }

  function onDragOver(target: string, event: DragEvent) {
    if (!held) return
    const side = sideOf(event, nests)
    if (!placeOfDrop(items, held, { target, side })) return setOver(undefined)
    event.preventDefault()
    if (over?.target !== target || over.side !== side) setOver({ target, side })
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    const place = held && over && placeOfDrop(items, held, over)
    if (place) onMove(held, place)
    end()
  }

  return (id: string) =>
    enabled
      ? {
          draggable: true,
          'data-drop': over?.target === id ? over.side : undefined,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move'
            // Firefox starts no drag without data.
            event.dataTransfer.setData('text/plain', '')
            setHeld(id)
          },
          onDragOver: (event: DragEvent) => onDragOver(id, event),
          onDrop,
          onDragEnd: end,
        }
      : {}
}

function sideOf({ clientY, currentTarget }: DragEvent, nests: boolean): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect()
  const part = (clientY - top) / height
  if (!nests) return part < 0.5 ? 'before' : 'after'
  if (part < 0.25) return 'before'
  return part > 0.75 ? 'after' : 'into'
}
