import { useState } from 'react'
import type { ChangeReport, deleteContentField, undeleteContentField } from '#contract/content/models.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { ChangeReportView } from './change-report-view.tsx'

const path = '/api/v1/content-models/:id/fields/:field'

/**
 * Deletes a field. If it has values, they are shown for confirmation first. An empty field is deleted at once and can
 * be restored.
 */
export function useDeleteField(model: Model) {
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

export function DeleteFieldDialog({ asked, close, confirm }: ReturnType<typeof useDeleteField>) {
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
