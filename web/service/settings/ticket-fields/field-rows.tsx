import { EllipsisVertical, GripVertical } from 'lucide-react'
import type { archiveTicketField, changeTicketField, TicketField } from '#contract/fields/custom-fields.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { isInLayer } from '#web/ui/keys/shortcuts.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { placeAfter, type TreePlace, type TreeStep, withMoved } from '#web/ui/tree/tree-moves.ts'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'
import { kindIcons, kindLabels } from './kind-words.ts'
import { restoreField } from './restore-field.ts'

type Props = { fields: TicketField[]; onEdit: (field: TicketField) => void }

/** The fields in their order, which drag and drop and the keys Alt with arrows change. */
export function FieldRows({ fields, onEdit }: Props) {
  const order = useOrder(fields)
  const cursor = useRowCursor(order.shown.map(({ id }) => id))
  const archive = useArchive()
  const rowProps = useTreeDrag({ items: order.shown, onMove: order.move, nests: false, enabled: true })
  const byId = new Map(fields.map((field) => [field.id, field]))
  useFieldKeys({ cursor, byId, step: order.step, onEdit, onArchive: archive.write })
  const problem = order.problem ?? archive.problem
  return (
    <div ref={cursor.table}>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <ul aria-label="Ticket fields">
        {order.shown.flatMap(({ id }) => {
          const field = byId.get(id)
          if (!field) return []
          return (
            <li
              key={id}
              data-row={id}
              data-current={cursor.cursorId === id || undefined}
              onFocus={() => cursor.setCursorId(id)}
              {...rowProps(id)}
              className="sorted-row pl-3 hover:bg-hover"
            >
              <Icon of={GripVertical} size={14} className="cursor-grab text-ink-3 max-md:hidden" />
              <Icon of={kindIcons[field.kind]} className="text-ink-3" />
              <button
                type="button"
                className="touch-area truncate rounded-xs font-medium"
                onClick={() => onEdit(field)}
              >
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
                      .filter((step) => placeAfter(order.shown, id, step))
                      .map((step) => ({
                        label: step === 'up' ? 'Move up' : 'Move down',
                        keys: `alt+${step}`,
                        onSelect: () => order.step(id, step),
                      })),
                  },
                  { items: [{ label: 'Archive', keys: '#', onSelect: () => archive.write(field) }] },
                ].filter(({ items }) => items.length > 0)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const portalWords = { hidden: 'team only', read: 'customers read', write: 'customers write' } as const
const requiredWords = { never: null, on_create: 'required to create', on_solve: 'required to solve' } as const

const marksOf = ({ kind, required, portal, condition }: TicketField) =>
  [kindLabels[kind], portalWords[portal], requiredWords[required], condition && 'conditional'].filter(Boolean)

type FieldMove = { id: string; position: number }

function useOrder(fields: TicketField[]) {
  const { write, underWay, problem } = useWrite(
    ({ id, position }: FieldMove) =>
      ask<typeof changeTicketField>('PATCH', '/api/v1/ticket-fields/:id', { params: { id }, body: { position } }),
    { inTurn: true },
  )
  const ids = underWay.reduce(
    (order, { id, position }) => order.filter((one) => one !== id).toSpliced(position, 0, id),
    fields.map(({ id }) => id),
  )
  const shown = ids.map((id) => ({ id, parent: null }))
  function move(id: string, place: TreePlace) {
    const position = withMoved(shown, id, place).findIndex((item) => item.id === id)
    write({ id, position })
  }
  return {
    shown,
    problem,
    move,
    step(id: string, step: TreeStep) {
      const place = placeAfter(shown, id, step)
      if (place) move(id, place)
    },
  }
}

const useArchive = () =>
  useWrite(
    ({ id }: TicketField) =>
      ask<typeof archiveTicketField>('PUT', '/api/v1/ticket-fields/:id/archive', { params: { id } }),
    { done: (_, { label }) => `${label} archived`, undo: ({ id }) => restoreField(id) },
  )

type Keys = {
  cursor: ReturnType<typeof useRowCursor>
  byId: ReadonlyMap<string, TicketField>
  step: (id: string, step: TreeStep) => void
  onEdit: (field: TicketField) => void
  onArchive: (field: TicketField) => void
}

function useFieldKeys({ cursor, byId, step, onEdit, onArchive }: Keys) {
  const pointed = () => byId.get(cursor.cursorId ?? '')
  const withPointed = (act: (field: TicketField) => void) => () => {
    const field = pointed()
    if (field) act(field)
  }
  const stepTo = (wanted: TreeStep) => (event: KeyboardEvent) => {
    const field = pointed()
    if (field && !isInLayer(event.target)) step(field.id, wanted)
  }
  useShortcuts(
    {
      j: { label: 'Next field', run: () => cursor.move(1) },
      k: { label: 'Previous field', run: () => cursor.move(-1) },
      e: { label: 'Edit the field', run: withPointed(onEdit) },
      '#': { label: 'Archive the field', run: withPointed(onArchive) },
      'alt+up': { label: 'Move up', run: stepTo('up') },
      'alt+down': { label: 'Move down', run: stepTo('down') },
    },
    { group: 'Ticket fields' },
  )
}
