import { useState } from 'react'
import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { isWhole } from '#web/fields/settings/condition-setting.tsx'
import { InvalidSettingsContext, useInvalidSettings } from '#web/fields/settings/setting-rows.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { changeField, createField } from './field-calls.ts'
import { bodyOf, changesOf, draftOf, newDraft } from './field-draft.ts'
import { FieldForm } from './field-form.tsx'

type Props = {
  owner: FieldOwner
  /** Null for a new field. */
  field: CustomField | null
  fields: CustomField[]
  onClose: () => void
}

export function FieldDialog({ owner, field, fields, onClose }: Props) {
  const [draft, setDraft] = useState(() => (field ? draftOf(field, fields) : newDraft))
  const [tries, setTries] = useState(0)
  const { setInvalid, hasInvalid } = useInvalidSettings()
  const { write, problem, isPending } = useWrite(() => save(owner, field, fields, draft), {
    done: ({ label }) => (field ? `${label} changed` : `${label} added`),
    onAnswer: onClose,
  })
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem, tries)

  function submit() {
    setTries(tries + 1)
    if (!isPending && !hasInvalid() && isWhole(draft.condition)) write()
  }

  return (
    <Dialog open onClose={onClose} title={field ? field.label : 'New field'} size="md">
      <DialogForm
        ref={form}
        label={field ? 'Save field' : 'Add field'}
        busy={isPending}
        onClose={onClose}
        onSubmit={submit}
      >
        {problem && (!problem.fields || problem.code === 'conflict') && <Banner tone="danger">{problem.detail}</Banner>}
        <InvalidSettingsContext value={setInvalid}>
          <FieldForm
            {...{ owner, draft, field, fields, fault, isSubmitted: tries > 0 }}
            onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
          />
        </InvalidSettingsContext>
      </DialogForm>
    </Dialog>
  )
}

const save = (owner: FieldOwner, field: CustomField | null, fields: CustomField[], draft: typeof newDraft) =>
  field ? changeField(owner, field.id, changesOf(field, fields, draft)) : createField(owner, bodyOf(draft, fields))
