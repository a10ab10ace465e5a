import { AlignLeft } from 'lucide-react'
import { defineKindView, type InputProps, type SettingsProps, scalar } from '#web/fields/form/field-shape.ts'
import { LettersCount } from '#web/fields/inputs/letters-count.tsx'
import { NumberSetting, SettingsGrid } from '#web/fields/settings/setting-rows.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'

const Input = ({ field, value, onChange, disabled }: InputProps<'long_text', string>) => (
  <>
    <Textarea
      rows={4}
      value={value ?? ''}
      readOnly={disabled}
      onChange={({ target }) => onChange(target.value || null)}
    />
    <LettersCount text={value ?? ''} most={field.maxLength} />
  </>
)

const Settings = ({ bind }: SettingsProps<'long_text'>) => (
  <SettingsGrid>
    <NumberSetting label="Minimum length" {...bind('minLength')} />
    <NumberSetting label="Maximum length" help="Default 100,000" {...bind('maxLength')} />
  </SettingsGrid>
)

export const longText = defineKindView<'long_text', string>({
  kind: 'long_text',
  label: 'Long text',
  purpose: 'Several lines of plain text: a summary',
  group: 'Text',
  icon: AlignLeft,
  filter: 'words',
  ...scalar,
  Input,
  Settings,
})
