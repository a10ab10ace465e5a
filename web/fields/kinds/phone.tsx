import { Phone } from 'lucide-react'
import { face, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
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

export const phone = face<'phone', string>({
  kind: 'phone',
  label: 'Phone number',
  purpose: 'A number with its country code',
  group: 'Contact and location',
  icon: Phone,
  filter: 'words',
  ...scalar,
  Input,
})
