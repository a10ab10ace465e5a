import { List } from 'lucide-react'
import type { SelectOption } from '#contract/fields/kinds.ts'
import {
  defineKindView,
  type FieldOf,
  type InputProps,
  type SettingsProps,
  scalar,
} from '#web/fields/form/field-shape.ts'
import { OptionsEditor } from '#web/fields/settings/options-editor.tsx'
import { SwitchSetting } from '#web/fields/settings/setting-rows.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'

const nameOf = ({ label, key }: SelectOption) => label ?? key
const optionOf = (option: SelectOption) => ({
  value: option.key,
  label: nameOf(option),
  mark: option.color && <ColorDot color={option.color} />,
})

const Input = (props: InputProps<'select', string | string[]>) =>
  props.field.many ? <Several {...props} /> : <One {...props} />

/** Select for one option. If the chosen option no longer exists, its key is shown. */
function One({ field, value, onChange, disabled }: InputProps<'select', string | string[]>) {
  const chosen = Array.isArray(value) ? value[0] : value
  const gone = chosen && !field.options.some(({ key }) => key === chosen) ? [{ value: chosen, label: chosen }] : []
  return (
    <Select
      options={[{ value: '', label: 'None' }, ...field.options.map(optionOf), ...gone]}
      value={chosen ?? ''}
      disabled={disabled}
      onChange={(next) => onChange(next || null)}
    />
  )
}

function Several({ field, value, onChange, disabled }: InputProps<'select', string | string[]>) {
  const chosen = Array.isArray(value) ? value : value ? [value] : []
  const left = field.options.filter(({ key }) => !chosen.includes(key))
  return (
    <div className="grid gap-1.5">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {chosen.map((key) => {
            const option = field.options.find((one) => one.key === key)
            const remove = () => onChange(chosen.filter((one) => one !== key))
            return (
              <li key={key} className="flex max-w-full items-center gap-1">
                <ColorDot color={option?.color} />
                <Tag onRemove={disabled ? undefined : remove}>{option ? nameOf(option) : key}</Tag>
              </li>
            )
          })}
        </ul>
      )}
      {left.length > 0 && (
        <Select
          key={chosen.length}
          options={left.map(optionOf)}
          value=""
          placeholder="Add"
          disabled={disabled}
          onChange={(next) => onChange([...chosen, next])}
        />
      )}
    </div>
  )
}

const Settings = ({ settings, onChange, fault, bind }: SettingsProps<'select'>) => (
  <div className="grid gap-4">
    <OptionsEditor
      options={settings.options ?? []}
      fault={fault('options')}
      onChange={(options) => onChange({ options })}
    />
    <SwitchSetting label="Allow several" {...bind('many')} />
  </div>
)

const wordsOf = (key: string, { options }: FieldOf<'select'>) => {
  const option = options.find((one) => one.key === key)
  return option ? nameOf(option) : key
}

export const select = defineKindView<'select', string | string[]>({
  kind: 'select',
  label: 'Choice',
  purpose: 'One or several options of a list',
  group: 'Choices',
  icon: List,
  needsSettings: true,
  filter: 'keys',
  filterInput: 'byKey',
  ...scalar,
  isCondition: true,
  Input,
  Settings,
  inWords: (value, _, field) =>
    [value]
      .flat()
      .map((key) => wordsOf(key, field))
      .join(', '),
})

const ColorDot = ({ color }: { color: string | undefined }) =>
  color ? (
    <svg viewBox="0 0 10 10" aria-hidden className="size-2.5 shrink-0">
      <circle cx="5" cy="5" r="5" fill={color} />
    </svg>
  ) : null
