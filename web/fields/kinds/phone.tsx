import { Phone } from 'lucide-react'
import { defineKindView, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
import { Input as TextInput } from '#web/ui/form/input.tsx'

const Input = ({ value, onChange, disabled }: InputProps<'phone', string>) => (
  <TextInput
    type="tel"
    autoComplete="off"
    placeholder="+49 30 123456"
    value={value ?? ''}
    readOnly={disabled}
    onChange={({ target }) => onChange(target.value || null)}
  />
)

export const phone = defineKindView<'phone', string>({
  kind: 'phone',
  label: 'Phone number',
  purpose: 'A number with its country code',
  group: 'Contact and location',
  icon: Phone,
  filter: 'words',
  ...scalar,
  Input,
})
