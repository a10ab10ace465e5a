import { Mail } from 'lucide-react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { defineKindView, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
import { EmailInput } from '#web/ui/form/input.tsx'

const Input = ({ value, onChange, disabled }: InputProps<'email', string>) => (
  <EmailInput
    autoComplete="off"
    value={shownAddress(value ?? '')}
    readOnly={disabled}
    onChange={({ target }) => onChange(target.value.trim() || null)}
  />
)

export const email = defineKindView<'email', string>({
  kind: 'email',
  label: 'E-mail address',
  purpose: 'mina@example.com',
  group: 'Contact and location',
  icon: Mail,
  filter: 'words',
  ...scalar,
  Input,
  inWords: (value) => shownAddress(String(value)),
})
