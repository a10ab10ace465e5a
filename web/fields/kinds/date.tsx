import { Calendar } from 'lucide-react'
import { defineKindView, type InputProps, type SettingsProps, scalar } from '#web/fields/form/field-shape.ts'
import { useIncompleteInput } from '#web/fields/inputs/use-incomplete-input.ts'
import { SettingsGrid, TextSetting } from '#web/fields/settings/setting-rows.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

const Input = ({ field, value, onChange, disabled, path }: InputProps<'date', string>) => (
  <TextInput
    {...useIncompleteInput(path, 'Enter a complete date')}
    type="date"
    value={value ?? ''}
    min={field.min}
    max={field.max ?? '9999-12-31'}
    disabled={disabled}
    onChange={({ target }) => onChange(target.value || null)}
  />
)

const Settings = ({ bind }: SettingsProps<'date'>) => (
  <SettingsGrid>
    <TextSetting label="Earliest" type="date" {...bind('min')} />
    <TextSetting label="Latest" type="date" {...bind('max')} />
  </SettingsGrid>
)

export const date = defineKindView<'date', string>({
  kind: 'date',
  label: 'Date',
  purpose: 'A day, without a time zone',
  group: 'Numbers and times',
  icon: Calendar,
  filter: 'moments',
  filterInput: 'own',
  ...scalar,
  Input,
  Settings,
})
