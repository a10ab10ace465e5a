import { useState } from 'react'
import type {
  ChangeReport,
  changeContentModel,
  deleteContentField,
  undeleteContentField,
} from '#contract/content/models.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import { kindViewOf } from '#web/fields/kinds.ts'
import { FieldList } from '#web/fields/settings/field-list.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { ChangeReportView } from './change-report-view.tsx'

type Props = { model: Model; fields: ShownField[]; onEdit: (field: ShownField) => void }

export function FieldRows({ model, fields, onEdit }: Props) {
  const ordering = useWrite(
    (order: string[]) =>
      ask<typeof changeContentModel>('PATCH', '/api/v1/content-models/:id', {
        params: { id: model.id },
        query: {},
        body: { order },
      }),
    { inTurn: true },
  )
  const remove = useDeleteField(model)
  const byId = new Map(fields.map((field) => [field.id, field]))
  const order = ordering.underWay.at(-1) ?? fields.map(({ id }) => id)
  const problem = ordering.problem ?? remove.problem
  return (
    <>
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <FieldList
        noun="field"
        label="Fields"
        group="Model"
        fields={order.flatMap((id) => byId.get(id) ?? [])}
        iconOf={({ kind }) => kindViewOf(kind).icon}
        marksOf={marksOf}
        onMove={(ids) => ordering.write(ids)}
        onEdit={onEdit}
        removal={{ label: 'Delete', danger: true, run: remove.write }}
      />
      <DeleteFieldDialog {...remove} />
    </>
  )
}

const marksOf = ({ kind, required, unique, localized }: ShownField) => [
  kindViewOf(kind).label,
  ...(required === 'never' ? [] : [required === 'always' ? 'required' : 'required to publish']),
  ...(unique ? ['unique'] : []),
  ...(localized ? ['in each language'] : []),
]

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
