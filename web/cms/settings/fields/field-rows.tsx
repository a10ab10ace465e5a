import { EllipsisVertical, GripVertical } from 'lucide-react'
import { useState } from 'react'
import type {
  ChangeReport,
  changeContentModel,
  deleteContentField,
  undeleteContentField,
} from '#contract/content/models.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import { kindViewOf } from '#web/fields/kinds.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { isInLayer } from '#web/ui/keys/shortcuts.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { placeAfter, type TreeStep, withMoved } from '#web/ui/tree/tree-moves.ts'
import { useTreeDrag } from '#web/ui/tree/use-tree-drag.ts'
import { ChangeReportView } from './change-report-view.tsx'

type Props = { model: Model; fields: ShownField[]; onEdit: (field: ShownField) => void }

export function FieldRows({ model, fields, onEdit }: Props) {
  const order = useOrder(model, fields)
  const cursor = useRowCursor(order.shown.map(({ id }) => id))
  const remove = useDeleteField(model)
  const rowProps = useTreeDrag({ items: order.shown, onMove: order.move, nests: false, enabled: true })
  const byId = new Map(fields.map((field) => [field.id, field]))
  const pointed = () => byId.get(cursor.cursorId ?? '')
  useFieldKeys({ cursor, pointed, step: order.step, onEdit, onDelete: remove.write })
  const problem = order.problem ?? remove.problem
  return (
    <div ref={cursor.table}>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <ul aria-label="Fields">
        {order.shown.flatMap(({ id }) => {
          const field = byId.get(id)
          if (!field) return []
          const { label: kindLabel, icon } = kindViewOf(field.kind)
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
              <Icon of={icon} className="text-ink-3" />
              <button
                type="button"
                className="touch-area truncate rounded-xs font-medium"
                onClick={() => onEdit(field)}
              >
                {field.label}
              </button>
              <span className="truncate font-mono text-meta text-ink-3 max-md:hidden">{field.key}</span>
              <span className="ml-auto shrink-0 text-meta text-ink-3">
                {[kindLabel, ...marksOf(field)].join(' · ')}
              </span>
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
                  { items: [{ label: 'Delete', keys: '#', danger: true, onSelect: () => remove.write(field) }] },
                ].filter(({ items }) => items.length > 0)}
              />
            </li>
          )
        })}
      </ul>
      <DeleteFieldDialog {...remove} />
    </div>
  )
}

const marksOf = ({ required, unique, localized }: ShownField) => [
  ...(required === 'never' ? [] : [required === 'always' ? 'required' : 'required to publish']),
  ...(unique ? ['unique'] : []),
  ...(localized ? ['in each language'] : []),
]

function useOrder(model: Model, fields: ShownField[]) {
  const { write, underWay, problem } = useWrite(
    (order: string[]) =>
      ask<typeof changeContentModel>('PATCH', '/api/v1/content-models/:id', {
        params: { id: model.id },
        query: {},
        body: { order },
      }),
    { inTurn: true },
  )
  const latest = underWay.at(-1) ?? fields.map(({ id }) => id)
  const shown = latest.map((id) => ({ id, parent: null }))
  const move = (id: string, place: { parent: string | null; before: string | null }) =>
    write(withMoved(shown, id, place).map((item) => item.id))
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

type Keys = {
  cursor: ReturnType<typeof useRowCursor>
  pointed: () => ShownField | undefined
  step: (id: string, step: TreeStep) => void
  onEdit: (field: ShownField) => void
  onDelete: (field: ShownField) => void
}

function useFieldKeys({ cursor, pointed, step, onEdit, onDelete }: Keys) {
  const withPointed = (act: (field: ShownField) => void) => () => {
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
      '#': { label: 'Delete the field', run: withPointed(onDelete) },
      'alt+up': { label: 'Move up', run: stepTo('up') },
      'alt+down': { label: 'Move down', run: stepTo('down') },
    },
    { group: 'Model' },
  )
}

const path = '/api/v1/content-models/:id/fields/:field'

// Asks before a field with values is deleted. A field without values is deleted without a question, and the person can
// undo this.
function useDeleteField(model: Model) {
  const [asked, setAsked] = useState<{ field: ShownField; report: ChangeReport }>()
  const paramsOf = ({ id: field }: ShownField) => ({ id: model.id, field })
  const deleting = useWrite(
    (field: ShownField) => ask<typeof deleteContentField>('DELETE', path, { params: paramsOf(field), query: {} }),
    {
      done: (_, { label }) => `${label} deleted`,
      undo: (_, field) => ask<typeof undeleteContentField>('DELETE', `${path}/trash`, { params: paramsOf(field) }),
    },
  )
  const trying = useWrite(
    (field: ShownField) =>
      ask<typeof deleteContentField>('DELETE', path, { params: paramsOf(field), query: { dry: 'true' } }),
    {
      keepsPage: true,
      onAnswer({ report }, field) {
        if (report && report.entries > 0) setAsked({ field, report })
        else deleting.write(field)
      },
    },
  )
  return {
    write: (field: ShownField) => trying.write(field),
    problem: trying.problem ?? deleting.problem,
    asked,
    close: () => setAsked(undefined),
    confirm() {
      setAsked(undefined)
      if (asked) deleting.write(asked.field)
    },
  }
}

function DeleteFieldDialog({ asked, close, confirm }: ReturnType<typeof useDeleteField>) {
  if (!asked) return null
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={`Delete ${asked.field.label}?`}
      confirmLabel="Delete field"
      onConfirm={confirm}
    >
      <div className="grid gap-4">
        <ChangeReportView report={asked.report} />
      </div>
    </ConfirmDialog>
  )
}
