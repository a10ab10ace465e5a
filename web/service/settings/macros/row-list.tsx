import { Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { moved } from '#web/fields/inputs/move-buttons.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'

export type RowProps<Item> = {
  item: Item
  at: number
  count: number
  onChange: (item: Item) => void
  onMove: (to: number) => void
  onRemove: () => void
}

type Props<Item> = {
  legend: string
  addLabel: string
  items: Item[]
  most: number
  newItem: Item
  fault: Fault
  onChange: (items: Item[]) => void
  row: (props: RowProps<Item>) => ReactNode
}

/** Rows that are added, moved and removed. Each keeps what is typed in it when others are moved or removed. */
export function RowList<Item>({ legend, addLabel, items, most, newItem, fault, onChange, row }: Props<Item>) {
  const list = useRef<HTMLUListElement>(null)
  const next = useRef(items.length)
  const [names, setNames] = useState(() => items.map((_, at) => at))

  function change(changed: Item[], changedNames = names) {
    setNames(changedNames)
    onChange(changed)
    fault.onChanged()
  }

  function add() {
    change([...items, newItem], [...names, next.current++])
    // The row exists only after the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child :is(input, button)')?.focus())
  }

  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <ul ref={list} className="grid grid-cols-1 gap-1.5">
        {names.map((name, at) => (
          <li key={name}>
            {row({
              ...{ item: items[at]!, at, count: items.length },
              onChange: (item) => change(items.with(at, item)),
              onMove: (to) => change(moved(items, at, to), moved(names, at, to)),
              onRemove: () => change(items.toSpliced(at, 1), names.toSpliced(at, 1)),
            })}
          </li>
        ))}
      </ul>
      {fault.error && (
        <p role="alert" className="text-meta text-red-ink">
          {fault.error}
        </p>
      )}
      <p>
        <Button icon={Plus} disabledReason={items.length >= most ? `At most ${most}` : undefined} onClick={add}>
          {addLabel}
        </Button>
      </p>
    </fieldset>
  )
}
