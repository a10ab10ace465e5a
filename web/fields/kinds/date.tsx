import { Calendar } from 'lucide-react'
import { face, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { useHalfWritten } from '#web/fields/inputs/use-half-written.ts'
import { SettingsGrid, TextSetting } from '#web/fields/settings/setting-rows.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

const Input = ({ field, value, onChange, disabled, path }: InputProps<'date', string>) => (
  <TextInput
    {...useHalfWritten(path, 'Enter a complete date')}
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
      label="Earliest"
      type="date"
      fault={fault('min')}
      value={settings.min}
      onChange={(min) => onChange({ min })}
    />
    <TextSetting
      label="Latest"
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
  purpose: 'A day, without a time zone',
  group: 'Numbers and times',
  icon: Calendar,
  empty: null,
  filter: 'moments',
  filterInput: 'own',
  isSearchable: true,
  isIndexable: true,
  isSortable: true,
  hasDefault: true,
  Input,
  Settings,
  inWords: (value) => String(value),
})
