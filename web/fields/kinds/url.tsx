import { Globe } from 'lucide-react'
import { defineKindView, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
import { Input as TextInput } from '#web/ui/form/input.tsx'

/** Adds https:// to an address without a scheme. */
const complete = (typed: string) => (/^[^\s/:]+\.[^\s:]+$/.test(typed) ? `https://${typed}` : typed)

const Input = ({ value, onChange, disabled }: InputProps<'url', string>) => (
  <TextInput
    type="url"
    placeholder="https://"
    value={value ?? ''}
    readOnly={disabled}
    onChange={({ target }) => onChange(target.value.trim() || null)}
    onBlur={() => value && complete(value) !== value && onChange(complete(value))}
  />
)

export const url = defineKindView<'url', string>({
  kind: 'url',
  label: 'Web address',
  purpose: 'A web page: https://example.com',
  group: 'Contact and location',
  icon: Globe,
  filter: 'words',
  ...scalar,
  Input,
})
