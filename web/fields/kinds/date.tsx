import { Calendar } from 'lucide-react'
import { face, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { useHalfWritten } from '#web/fields/inputs/use-half-written.ts'
import { SettingsGrid, TextSetting } from '#web/fields/settings/setting-rows.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

const Input = ({ field, value, onChange, disabled, path }: InputProps<'date', string>) => (
  <TextInput
    {...useHalfWritten(path, 'Write the whole day')}
    type="date"
    value={value ?? ''}
    min={field.min}
    max={field.max ?? '9999-12-31'}
    disabled={disabled}
    onChange={({ target }) => onChange(target.value || null)}
  />
)

const Settings = ({ settings, onChange, fault }: SettingsProps<'date'>) => (
  <SettingsGrid>
    <TextSetting
      label="From"
      type="date"
      fault={fault('min')}
      value={settings.min}
      onChange={(min) => onChange({ min })}
    />
    <TextSetting
      label="Up to"
      type="date"
      fault={fault('max')}
      value={settings.max}
      onChange={(max) => onChange({ max })}
    />
  </SettingsGrid>
)

export const date = face<'date', string>({
  kind: 'date',
  label: 'Date',
  purpose: 'A day, of no time zone',
  group: 'Numbers and times',
  icon: Calendar,
  empty: null,
  Input,
  Settings,
  inWords: (value) => String(value),
})
