import { useState } from 'react'
import { placeOfMacro } from '#contract/tickets/macro-values.ts'
import type { Macro, MacroInput } from '#contract/tickets/macros.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Props = {
  macro: Macro
  members: Member[]
  language: string
  onApply: (inputs: Record<string, string>) => void
  onClose: () => void
}

/** Asks for the inputs of a macro. An input may stay empty: its variable then has no value. */
export const InputsDialog = ({ macro, onClose, ...rest }: Props) => (
  <Dialog open onClose={onClose} title={placeOfMacro(macro.name).title}>
    <InputsForm macro={macro} onClose={onClose} {...rest} />
  </Dialog>
)

function InputsForm({ macro: { inputs }, members, language, onApply, onClose }: Props) {
  const [values, setValues] = useState<Record<string, string>>({})
  const apply = () =>
    onApply(Object.fromEntries(inputs.map((input) => [input.key, inWords(input, values[input.key] ?? '', language)])))
  return (
    <DialogForm label="Apply" onClose={onClose} onSubmit={apply}>
      {inputs.map((input) => (
        <Field key={input.key} label={input.label}>
          <InputControl
            input={input}
            members={members}
            value={values[input.key] ?? ''}
            onChange={(value) => setValues({ ...values, [input.key]: value })}
          />
        </Field>
      ))}
    </DialogForm>
  )
}

type ControlProps = {
  input: MacroInput
  members: Member[]
  value: string
  onChange: (value: string) => void
}

function InputControl({ input: { kind, options }, members, value, onChange }: ControlProps) {
  if (kind === 'select')
    return <Select options={options.map((option) => ({ value: option, label: option }))} {...{ value, onChange }} />
  if (kind === 'person')
    return (
      <Select
        options={members
          .filter(({ status }) => status === 'active')
          .map((member) => ({ value: fullName(member), label: fullName(member) }))}
        {...{ value, onChange }}
      />
    )
  return (
    <Input
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      max={kind === 'date' ? '9999-12-30' : undefined}
      autoComplete="off"
      maxLength={500}
      value={value}
      onText={onChange}
    />
  )
}

/** Writes a date as in the language of the customer. */
const inWords = ({ kind }: MacroInput, value: string, language: string) =>
  kind === 'date' && value
    ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
    : value
