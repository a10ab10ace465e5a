import { Clock } from 'lucide-react'
import { defineKindView, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
import { useIncompleteInput } from '#web/fields/inputs/use-incomplete-input.ts'
import { Input as TextInput } from '#web/ui/form/input.tsx'

const Input = ({ value, onChange, disabled, path }: InputProps<'time', string>) => (
  <TextInput
    {...useIncompleteInput(path, 'Enter a complete time')}
    type="time"
    value={value?.replace(/^(\d\d:\d\d):00$/, '$1') ?? ''}
    disabled={disabled}
    onChange={({ target }) => onChange(target.value || null)}
  />
)

export const time = defineKindView<'time', string>({
  kind: 'time',
  label: 'Time of day',
  purpose: '09:30, without a date',
  group: 'Numbers and times',
  icon: Clock,
  filter: 'moments',
  filterInput: 'own',
  ...scalar,
  Input,
  inWords: (value) => value.replace(/^(\d\d:\d\d):00$/, '$1'),
})
