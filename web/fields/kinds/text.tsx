import { Type } from 'lucide-react'
import { defineKindView, type InputProps, type SettingsProps, scalar } from '#web/fields/form/field-shape.ts'
import { LettersCount } from '#web/fields/inputs/letters-count.tsx'
import { NumberSetting, SettingsGrid, TextSetting } from '#web/fields/settings/setting-rows.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

function Input({ field, value, onChange, disabled }: InputProps<'text', string>) {
  if (field.oneOf) {
    const options = [{ value: '', label: 'None' }, ...field.oneOf.map((one) => ({ value: one, label: one }))]
    return (
      <Select options={options} value={value ?? ''} disabled={disabled} onChange={(next) => onChange(next || null)} />
    )
  }
  return (
    <>
      <TextInput value={value ?? ''} readOnly={disabled} onChange={({ target }) => onChange(target.value || null)} />
      <LettersCount text={value ?? ''} most={field.maxLength} cap={500} />
    </>
  )
}

const Settings = ({ settings, onChange, fault, bind }: SettingsProps<'text'>) => (
  <SettingsGrid>
    <NumberSetting label="Minimum length" {...bind('minLength')} />
    <NumberSetting label="Maximum length" help="Default 500" {...bind('maxLength')} />
    <TextSetting
      label="Pattern"
      help="Regular expression (RE2) that the whole text must match"
      placeholder="[A-Z]{2}-\d+"
      {...bind('pattern')}
    />
    <Field label="Allowed values" help="One per line" {...fault('oneOf')}>
      <Textarea
        rows={3}
        defaultValue={settings.oneOf?.join('\n')}
        onChange={({ target }) => {
          const lines = target.value
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
          onChange({ oneOf: lines.length > 0 ? [...new Set(lines)] : undefined })
        }}
      />
    </Field>
  </SettingsGrid>
)

export const text = defineKindView<'text', string>({
  kind: 'text',
  label: 'Text',
  purpose: 'One line: a title, a name',
  group: 'Text',
  icon: Type,
  filter: 'words',
  ...scalar,
  isCondition: true,
  Input,
  Settings,
})
