import { Palette } from 'lucide-react'
import { defineKindView, type InputProps, scalar } from '#web/fields/form/field-shape.ts'
import { Input as TextInput } from '#web/ui/form/input.tsx'

const Input = ({ field, value, onChange, disabled }: InputProps<'color', string>) => (
  <div className="flex items-center gap-2">
    <input
      type="color"
      aria-label={`Pick ${field.label || field.key}`}
      value={/^#[\da-f]{6}/i.test(value ?? '') ? value!.slice(0, 7).toLowerCase() : '#000000'}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value + (value?.length === 9 ? value.slice(7) : ''))}
      className="size-8 shrink-0 cursor-pointer rounded-sm border border-control bg-field p-0.5"
    />
    <TextInput
      className="font-mono text-meta"
      placeholder="#1f6feb"
      value={value ?? ''}
      spellCheck={false}
      readOnly={disabled}
      onChange={({ target }) => onChange(target.value.trim() || null)}
      onBlur={() => value && /^[\da-f]{6}$/i.test(value) && onChange(`#${value}`)}
    />
  </div>
)

export const color = defineKindView<'color', string>({
  kind: 'color',
  label: 'Color',
  purpose: 'A color such as #1f6feb, also transparent',
  group: 'Choices',
  icon: Palette,
  filter: 'keys',
  filterInput: 'own',
  ...scalar,
  Input,
})
