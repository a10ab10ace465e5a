import { Percent } from 'lucide-react'
import { useEffect, useState } from 'react'
import { defineKindView, type InputProps, type SettingsProps, scalar } from '#web/fields/form/field-shape.ts'
import { readDecimal } from '#web/fields/inputs/read-decimal.ts'
import { NumberSetting, SettingsGrid, TextSetting } from '#web/fields/settings/setting-rows.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

/** The value is text, because a float would change the digits. */
function Input({ field, value, onChange, disabled }: InputProps<'decimal', string>) {
  const [typed, setTyped] = useState(value ?? '')
  useEffect(() => setTyped((now) => (readDecimal(now) === value ? now : (value ?? ''))), [value])

  function type(next: string) {
    setTyped(next)
    onChange(readDecimal(next))
  }

  return (
    <TextInput
      inputMode="decimal"
      className="tabular-nums"
      suffix={field.unit}
      value={typed}
      readOnly={disabled}
      onChange={({ target }) => type(target.value)}
    />
  )
}

const Settings = ({ bind }: SettingsProps<'decimal'>) => (
  <SettingsGrid>
    <TextSetting label="Minimum" {...bind('min')} />
    <TextSetting label="Maximum" {...bind('max')} />
    <NumberSetting label="Decimal places" help="At most 20" {...bind('scale')} />
    <TextSetting label="Unit" help="Shown after the number, such as min or kg" {...bind('unit')} />
  </SettingsGrid>
)

export const decimal = defineKindView<'decimal', string>({
  kind: 'decimal',
  label: 'Decimal',
  purpose: 'An exact number: a price, a measurement',
  group: 'Numbers and times',
  icon: Percent,
  filter: 'numbers',
  filterInput: 'own',
  ...scalar,
  isCondition: true,
  Input,
  Settings,
  inWords: (value, _, { unit }) => (unit ? `${value} ${unit}` : String(value)),
})
