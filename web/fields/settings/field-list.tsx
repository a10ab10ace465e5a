import { EllipsisVertical, GripVertical } from 'lucide-react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { isInLayer } from '#web/ui/keys/shortcuts.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { placeAfter, type TreePlace, type TreeStep, withMoved } from '#web/ui/tree/tree-moves.ts'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'

type ListedField = { id: string; key: string; label: string }

type Props<F extends ListedField> = {
  label: string
  /** What is listed, as the shortcuts in the help name it. */
  noun: 'field' | 'form'
  /** The group of the shortcuts in the help. */
  group: string
  /** The fields in the order that is shown. */
  fields: F[]
  iconOf: (field: F) => IconShape
  /** What is written at the end of a row, such as the kind. */
  marksOf: (field: F) => string[]
  /** Called with the ids in their new order, and the id of the moved field. */
  onMove: (ids: string[], id: string) => void
  onEdit: (field: F) => void
  removal: { label: 'Archive' | 'Delete'; danger?: boolean; run: (field: F) => void }
}

/** Fields or forms in their order, which drag and drop and the keys Alt with arrows change. */
export function FieldList<F extends ListedField>(props: Props<F>) {
  const { label, fields, iconOf, marksOf, onMove, onEdit, removal } = props
  const items = fields.map(({ id }) => ({ id, parent: null }))
  const cursor = useRowCursor(items.map(({ id }) => id))
  const move = (id: string, place: TreePlace) =>
    onMove(
      withMoved(items, id, place).map((item) => item.id),
      id,
    )
  function step(id: string, wanted: TreeStep) {
    const place = placeAfter(items, id, wanted)
    if (place) move(id, place)
  }
  const rowProps = useTreeDrag({ items, onMove: move, nests: false, enabled: true })
  useFieldKeys({ ...props, cursor, step })
  return (
    <div ref={cursor.table}>
      <ul aria-label={label}>
        {fields.map((field) => (
          <li
            key={field.id}
            data-row={field.id}
            data-current={cursor.cursorId === field.id || undefined}
            onFocus={() => cursor.setCursorId(field.id)}
            {...rowProps(field.id)}
            className="sorted-row pl-3 hover:bg-hover"
          >
            <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3 max-md:hidden" />
            <Icon of={iconOf(field)} className="text-ink-3" />
            <button type="button" className="touch-area truncate rounded-xs font-medium" onClick={() => onEdit(field)}>
              {field.label}
            </button>
            <span className="truncate font-mono text-meta text-ink-3 max-md:hidden">{field.key}</span>
            <span className="ml-auto min-w-0 truncate text-meta text-ink-3">{marksOf(field).join(' · ')}</span>
            <Menu
              label={field.label}
              align="end"
              button={<IconButton icon={EllipsisVertical} label={`Actions for ${field.label}`} className="z-1" />}
              groups={[
                { items: [{ label: 'Edit', keys: 'E', onSelect: () => onEdit(field) }] },
                {
                  items: (['up', 'down'] as const)
                    .filter((wanted) => placeAfter(items, field.id, wanted))
                    .map((wanted) => ({
                      label: wanted === 'up' ? 'Move up' : 'Move down',
                      keys: `alt+${wanted}`,
                      onSelect: () => step(field.id, wanted),
                    })),
                },
                {
                  items: [
                    {
                      ...{ label: removal.label, keys: '#', danger: removal.danger },
                      onSelect: () => removal.run(field),
                    },
                  ],
                },
              ].filter((menu) => menu.items.length > 0)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type Keys<F extends ListedField> = Props<F> & {
  cursor: ReturnType<typeof useRowCursor>
  step: (id: string, step: TreeStep) => void
}

function useFieldKeys<F extends ListedField>({ group, noun, fields, cursor, step, onEdit, removal }: Keys<F>) {
  const pointed = () => fields.find(({ id }) => id === cursor.cursorId)
  const withPointed = (act: (field: F) => void) => () => {
    const field = pointed()
    if (field) act(field)
  }
  const stepTo = (wanted: TreeStep) => (event: KeyboardEvent) => {
    const field = pointed()
    if (field && !isInLayer(event.target)) step(field.id, wanted)
  }
  useShortcuts(
    {
      j: { label: `Next ${noun}`, run: () => cursor.move(1) },
      k: { label: `Previous ${noun}`, run: () => cursor.move(-1) },
      e: { label: `Edit the ${noun}`, run: withPointed(onEdit) },
      '#': { label: `${removal.label} the ${noun}`, run: withPointed(removal.run) },
      'alt+up': { label: 'Move up', run: stepTo('up') },
      'alt+down': { label: 'Move down', run: stepTo('down') },
    },
    { group },
  )
}
