import { Link2 } from 'lucide-react'
import { lowerCase } from '#contract/letters/slug.ts'
import { useFieldServices } from '#web/fields/form/field-services.tsx'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { LettersCount } from '#web/fields/inputs/letters-count.tsx'
import { ChoiceSetting } from '#web/fields/settings/setting-rows.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

/** Input for a slug. The input can be empty, because the server generates a missing slug. */
function Input({ field, value, onChange, disabled }: InputProps<'slug', string>) {
  const { madeSlug, slugPrefix } = useFieldServices()
  return (
    <>
      <TextInput
        className="font-mono text-meta"
        prefix={slugPrefix?.(field)}
        value={value ?? ''}
        readOnly={disabled}
        spellCheck={false}
        placeholder={madeSlug(field)}
        onChange={({ target }) => onChange(lowerCase(target.value).replace(/\s+/g, '-') || null)}
      />
      <LettersCount text={value ?? ''} cap={120} />
    </>
  )
}

const Settings = ({ settings, onChange, fault, siblings }: SettingsProps<'slug'>) => (
  <ChoiceSetting
    label="Generated from"
    help="Used until someone enters another slug"
    fault={fault('from')}
    options={[
      { value: '', label: 'Title' },
      ...siblings
        .filter(({ kind }) => kind === 'text')
        .map(({ id, label, key }) => ({ value: id, label: label || key })),
    ]}
    value={settings.from ?? ''}
    onChange={(from) => onChange({ from: from || undefined })}
  />
)

export const slug = defineKindView<'slug', string>({
  kind: 'slug',
  label: 'Slug',
  purpose: 'The last part of a URL, unique in its model',
  group: 'Text',
  icon: Link2,
  filter: 'words',
  isSearchable: true,
  isIndexable: true,
  isSortable: true,
  Input,
  Settings,
})
