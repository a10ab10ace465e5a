import { Hash } from 'lucide-react'
import { defineKindView, type InputProps, type SettingsProps, scalar } from '#web/fields/form/field-shape.ts'
import { NumberSetting, SettingsGrid, TextSetting } from '#web/fields/settings/setting-rows.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

/** Input for a whole number. Other text is sent unchanged, and the server refuses it. */
const Input = ({ field, value, onChange, disabled }: InputProps<'integer', number | string>) => (
  <TextInput
    inputMode="numeric"
    className="tabular-nums"
    suffix={field.unit}
    value={value ?? ''}
    readOnly={disabled}
    onChange={({ target }) => onChange(readWhole(target.value))}
  />
)

function readWhole(typed: string): number | string | null {
  const plain = typed.trim()
  if (plain === '') return null
  return /^-?(0|[1-9]\d{0,15})$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : typed
}

const Settings = ({ bind }: SettingsProps<'integer'>) => (
  <SettingsGrid>
    <NumberSetting label="Minimum" {...bind('min')} />
    <NumberSetting label="Maximum" {...bind('max')} />
    <TextSetting label="Unit" help="Shown after the number, such as min or kg" {...bind('unit')} />
  </SettingsGrid>
)

export const integer = defineKindView<'integer', number | string>({
  kind: 'integer',
  label: 'Whole number',
  purpose: 'A quantity, a year',
  group: 'Numbers and times',
  icon: Hash,
  filter: 'numbers',
  filterInput: 'own',
  ...scalar,
  isCondition: true,
  Input,
  Settings,
  inWords: (value, _, { unit }) => (unit ? `${value} ${unit}` : String(value)),
})
