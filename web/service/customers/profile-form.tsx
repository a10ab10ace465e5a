import type { ReactNode } from 'react'
import type { CustomField } from '#contract/fields/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import type { ProfileFormState } from './use-profile-form.ts'

type Props = {
  form: ProfileFormState
  /** What the form creates, such as "company". */
  noun: string
  /** The custom fields that the form of a new one asks for. */
  fields: readonly CustomField[]
  onClose: () => void
  onSubmit: () => void
  /** The inputs that only customers or only companies have. */
  children: ReactNode
}

/** The form of a customer or company. */
export function ProfileForm({ form, noun, fields, onClose, onSubmit, children }: Props) {
  const { values, change, fault, problem } = form
  const { timeZone } = useSite()
  return (
    <DialogForm
      ref={form.formRef}
      label={form.isNew ? `Create ${noun}` : 'Save'}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <Field label="Name" {...fault('name')}>
        <Input maxLength={120} autoComplete="off" value={values.name} onText={(name) => change({ name })} />
      </Field>
      {children}
      <Field label="Tags" help="Separate tags with commas" {...fault('tags')}>
        <Input maxLength={2600} autoComplete="off" value={values.tags} onText={(tags) => change({ tags })} />
      </Field>
      <Field label="Notes of the team" help="Customers never see them" {...fault('notes')}>
        <Textarea rows={3} maxLength={10_000} value={values.notes} onText={(notes) => change({ notes })} />
      </Field>
      <CustomInputs {...{ fields, timeZone }} faultOf={fault} values={{}} isRequired={() => false} />
      {problem && !problem.fields && (
        <p role="alert" className="text-red-ink">
          {problem.detail}
        </p>
      )}
    </DialogForm>
  )
}
