import { GripVertical } from 'lucide-react'
import { columnOfField, isGroupField, mostColumns, ticketGroups } from '#contract/tickets/view-values.ts'
import { listColumns, lookOf } from '#web/service/tickets/list/table/columns.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { type TreePlace, withMoved } from '#web/ui/tree/tree-moves.ts'
import { useRowSteps } from '#web/ui/tree/use-row-steps.ts'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'
import type { DisplayOf } from './use-display.ts'

export function DisplayPanel({ display: { display, isOwn, fields, change, reset } }: { display: DisplayOf }) {
  const { columns, group } = display
  const others = listColumns(fields).filter((name) => !columns.includes(name))
  const groups = [...ticketGroups, ...fields.filter(isGroupField).map(({ key }) => columnOfField(key))]
  const isFull = columns.length >= mostColumns
  const items = columns.map((id) => ({ id, parent: null }))
  const moveTo = (id: string, place: TreePlace) =>
    change({ columns: withMoved(items, id, place).map((item) => item.id) })
  const rowProps = useTreeDrag({ items, onMove: moveTo, nests: false, enabled: true })

  const stepProps = useRowSteps(items, moveTo)

  return (
    <div className="grid gap-3 p-3">
      <div className="max-h-40 overflow-auto">
        <RadioGroup
          label={<span className="text-micro text-ink-3">Group by</span>}
          name="group"
          layout="inline"
          options={[
            { value: 'none' as const, label: 'None' },
            ...groups.map((value) => ({ value, label: lookOf(value, fields)?.label ?? value })),
          ]}
          value={group ?? 'none'}
          onChange={(value) => change({ group: value === 'none' ? null : value, folded: [] })}
        />
      </div>
      <div>
        <p className="mb-1 flex justify-between text-micro font-medium text-ink-3">
          <span id="columns-of-list">Columns</span>
          <span className="font-normal">Alt ↑ ↓ moves</span>
        </p>
        <ul aria-labelledby="columns-of-list" className="max-h-80 overflow-auto">
          {[...columns, ...others].map((name) => {
            const isShown = columns.includes(name)
            return (
              <li
                key={name}
                {...(isShown && { ...rowProps(name), ...stepProps(name) })}
                className="group relative flex h-8 items-center gap-2 rounded-sm px-1 hover:bg-hover data-[drop=after]:shadow-[inset_0_-2px_0_var(--st-accent)] data-[drop=before]:shadow-[inset_0_2px_0_var(--st-accent)]"
              >
                <Checkbox
                  label={lookOf(name, fields)?.label ?? name}
                  checked={isShown}
                  disabled={isShown ? name === 'subject' : isFull}
                  onChange={() =>
                    change({ columns: isShown ? columns.filter((one) => one !== name) : [...columns, name] })
                  }
                />
                {isShown && <Icon of={GripVertical} size={14} className="ml-auto cursor-grab text-ink-3" />}
              </li>
            )
          })}
        </ul>
      </div>
      <Button variant="ghost" disabledReason={isOwn ? undefined : 'The list looks as the view says'} onClick={reset}>
        Reset to the view
      </Button>
    </div>
  )
}
