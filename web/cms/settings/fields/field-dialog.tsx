import { type FormEvent, useState } from 'react'
import type { ChangeReport, changeContentModel } from '#contract/content/models.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import type { NamedModel } from '#web/cms/settings/settings-frame.tsx'
import { isWhole } from '#web/fields/settings/condition-setting.tsx'
import { InvalidSettingsContext, useInvalidSettings } from '#web/fields/settings/setting-rows.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { ChangeReportView, isRefused } from './change-report-view.tsx'
import { bodyOf, type Draft, draftOf, FieldForm, newDraft } from './field-form.tsx'

type Props = { field: ShownField | 'new' | undefined; model: Model; models: NamedModel[]; onClose: () => void }

export const FieldDialog = ({ field, ...rest }: Props) => (
  <Dialog
    open={field !== undefined}
    onClose={rest.onClose}
    title={field === 'new' ? 'New field' : (field?.label ?? 'Field')}
    size="md"
  >
    {field !== undefined && <FieldEditor field={field === 'new' ? null : field} {...rest} />}
  </Dialog>
)

function FieldEditor({ field, model, models, onClose }: Omit<Props, 'field'> & { field: ShownField | null }) {
  const [draft, setDraft] = useState<Draft>(() => (field ? draftOf(field) : newDraft(model.localized)))
  const [report, setReport] = useState<ChangeReport>()
  const [tries, setTries] = useState(0)
  const { setInvalid, hasInvalid } = useInvalidSettings()
  const send = (dry: boolean) =>
    ask<typeof changeContentModel>('PATCH', '/api/v1/content-models/:id', {
      params: { id: model.id },
      query: dry ? { dry: 'true' } : {},
      body: { fields: [bodyOf(draft, field)], sunsetDays: draft.sunsetDays },
    })
  const saving = useWrite(() => send(false), {
    done: () => (field ? `${draft.label || draft.key} changed` : `${draft.label || draft.key} added`),
    onAnswer: onClose,
  })
  const trying = useWrite(() => send(true), {
    keepsPage: true,
    onAnswer: (answer) => {
      const hurts = answer.report?.fields.some(({ failed, lossy }) => failed + lossy > 0)
      if (hurts) setReport(answer.report)
      else saving.write()
    },
  })
  const problem = saving.problem ?? trying.problem
  const fault = useFaults(problem?.fields && withoutIndex(problem.fields))
  const form = useFocusOnFault(problem, tries)
  const isBusy = saving.isPending || trying.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || (report && isRefused(report))) return
    setTries(tries + 1)
    if (hasInvalid() || !isWhole(draft.condition)) return
    if (field && !report) trying.write()
    else saving.write()
  }
  return (
    <form ref={form} data-asks-before-closing onSubmit={submit} noValidate>
      <DialogBody>
        {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
        {report ? (
          <ChangeReportView report={report} />
        ) : (
          <InvalidSettingsContext value={setInvalid}>
            <FieldForm
              {...{ draft, field, model, models, fault, isSubmitted: tries > 0 }}
              onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
            />
          </InvalidSettingsContext>
        )}
      </DialogBody>
      <DialogFooter>
        <Button size="md" onClick={report ? () => setReport(undefined) : onClose}>
          {report ? 'Back' : 'Cancel'}
        </Button>
        {!(report && isRefused(report)) && (
          <Button size="md" variant={report ? 'danger' : 'primary'} type="submit" busy={isBusy}>
            {report ? 'Change anyway' : field ? 'Save field' : 'Add field'}
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

const withoutIndex = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^fields\.0\./, ''), text]))
