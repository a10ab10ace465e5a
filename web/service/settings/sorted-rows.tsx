import { GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/mark/icon.tsx'
import { type TreePlace, withMoved } from '#web/ui/tree/tree-moves.ts'
import { useRowSteps } from '#web/ui/tree/use-row-steps.ts'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'

type Props<Id extends string> = {
  label: string
  ids: Id[]
  onMove: (ids: Id[], id: string, place: TreePlace) => void
  children: (id: Id) => ReactNode
}

/** Rows that are sorted by drag and by Alt with an arrow key. */
export function SortedRows<Id extends string>({ label, ids, onMove, children }: Props<Id>) {
  const items = ids.map((id) => ({ id, parent: null }))
  const move = (id: string, place: TreePlace) =>
    onMove(
      withMoved(items, id, place).map((item) => item.id),
      id,
      place,
    )
  const dragProps = useTreeDrag({ items, onMove: move, nests: false, enabled: true })
  const stepProps = useRowSteps(items, move)
  return (
    <ul aria-label={label} className="overflow-hidden rounded-md border border-line-strong">
      {ids.map((id) => (
        <li
          key={id}
          {...dragProps(id)}
          {...stepProps(id)}
          className="sorted-row h-auto min-h-10 pl-2 last:border-b-0 hover:bg-hover"
        >
          <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3 max-md:hidden" />
          {children(id)}
        </li>
      ))}
    </ul>
  )
}
