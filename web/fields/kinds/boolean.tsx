import { ToggleLeft } from 'lucide-react'
import { defineKindView, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
import { useFieldControl } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'

const Input = ({ field, value, onChange, disabled }: InputProps<'boolean', boolean>) => (
  <Switch
    {...useFieldControl()}
    label={field.label || field.key}
    hideLabel
    checked={value === true}
    disabled={disabled}
    onChange={onChange}
  />
)

export const boolean = defineKindView<'boolean', boolean>({
  kind: 'boolean',
  label: 'Yes or no',
  purpose: 'On or off',
  group: 'Choices',
  icon: ToggleLeft,
  filter: 'yesOrNo',
  ...scalar,
  isCondition: true,
  Input,
  inWords: (value) => (value ? 'Yes' : 'No'),
})
