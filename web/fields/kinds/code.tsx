import { Code } from 'lucide-react'
import { codeLanguages } from '#contract/document.ts'
import { face, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { CodeArea } from '#web/fields/inputs/code-area.tsx'
import { LettersCount } from '#web/fields/inputs/letters-count.tsx'
import { ChoiceSetting, NumberSetting, SettingsGrid } from '#web/fields/settings/setting-rows.tsx'

const nameOf = (language: string) => (codeLanguages as Record<string, string>)[language] ?? language

const Input = ({ field, value, onChange, disabled }: InputProps<'code', string>) => (
  <>
    <CodeArea rows={8} value={value ?? ''} readOnly={disabled} onText={(next) => onChange(next || null)} />
    {field.language && <p className="mt-1 text-meta text-ink-3">{nameOf(field.language)}</p>}
    <LettersCount text={value ?? ''} most={field.maxLength} />
  </>
)

const Settings = ({ settings, onChange, fault }: SettingsProps<'code'>) => (
  <SettingsGrid>
    <ChoiceSetting
      label="Language"
      fault={fault('language')}
      options={[
        { value: '', label: 'Any' },
        ...Object.entries(codeLanguages).map(([value, label]) => ({ value, label })),
      ]}
      value={settings.language ?? ''}
      onChange={(language) => onChange({ language: language || undefined })}
    />
    <NumberSetting
      label="At most so many characters"
      help="200,000, unless said"
      fault={fault('maxLength')}
      value={settings.maxLength}
      onChange={(maxLength) => onChange({ maxLength })}
    />
  </SettingsGrid>
)

export const code = face<'code', string>({
  kind: 'code',
  label: 'Code',
  purpose: "A program's text in a language",
  group: 'Words',
  icon: Code,
  empty: null,
  Input,
  Settings,
  inWords: (value) => String(value),
})
