import { Code } from 'lucide-react'
import { codeLanguageOf, codeLanguages } from '#contract/writing/document.ts'
import { CodeArea } from '#web/fields/code/code-area.tsx'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { LettersCount } from '#web/fields/inputs/letters-count.tsx'
import { ChoiceSetting, NumberSetting, SettingsGrid } from '#web/fields/settings/setting-rows.tsx'

function nameOf(language: string): string {
  const known = codeLanguageOf(language)
  return known ? codeLanguages[known] : language
}

const Input = ({ field, value, onChange, disabled }: InputProps<'code', string>) => (
  <>
    <CodeArea
      rows={8}
      language={field.language}
      note={field.language && nameOf(field.language)}
      value={value ?? ''}
      readOnly={disabled}
      onText={(next) => onChange(next || null)}
    />
    <LettersCount text={value ?? ''} most={field.maxLength} />
  </>
)

/** Returns an extra option if the language was set through the API and is not in the list. */
const otherLanguage = (language = '') =>
  language === '' || language in codeLanguages ? [] : [{ value: language, label: nameOf(language) }]

const Settings = ({ settings, onChange, fault, bind }: SettingsProps<'code'>) => (
  <SettingsGrid>
    <ChoiceSetting
      label="Language"
      fault={fault('language')}
      options={[
        { value: '', label: 'Any' },
        ...Object.entries(codeLanguages).map(([value, label]) => ({ value, label })),
        ...otherLanguage(settings.language),
      ]}
      value={settings.language ?? ''}
      onChange={(language) => onChange({ language: language || undefined })}
    />
    <NumberSetting label="Maximum length" help="Default 200,000" {...bind('maxLength')} />
  </SettingsGrid>
)

export const code = defineKindView<'code', string>({
  kind: 'code',
  label: 'Code',
  purpose: 'Source code',
  group: 'Text',
  icon: Code,
  filter: 'words',
  isSearchable: true,
  isIndexable: true,
  hasDefault: true,
  Input,
  Settings,
})
