import { Phone } from 'lucide-react'
import { face, type InputProps } from '#web/fields/form/field-shape.ts'
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
  label: 'Telephone',
  purpose: 'A number with its country',
  group: 'Contact and place',
  icon: Phone,
  empty: null,
  Input,
  inWords: (value) => String(value),
})
