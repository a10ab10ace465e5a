import { Blocks } from 'lucide-react'
import { ComponentList, type Item } from '#web/fields/components/component-list.tsx'
import { defineKindView, type InputProps, type SettingsProps, type Values } from '#web/fields/form/field-shape.ts'
import { ManySetting, NumberSetting, SettingsGrid } from '#web/fields/settings/setting-rows.tsx'

type Block = Values & { id?: string; type: string }

const Input = ({ field, value, onChange, disabled, path }: InputProps<'blocks', Block[]>) => (
  <ComponentList
    items={(value ?? []).map(itemOf)}
    onChange={(items) => onChange(items.map(blockOf))}
    allowed={field.components}
    most={field.max ?? 200}
    disabled={disabled}
    path={path}
  />
)

const itemOf = ({ id, type, ...values }: Block, at: number): Item => ({
  key: id ?? `at ${at}`,
  component: type,
  values,
})
const blockOf = ({ key, component, values }: Item): Block => ({ ...values, id: key, type: component })

const Settings = ({ settings, onChange, fault, bind, models }: SettingsProps<'blocks'>) => (
  <div className="grid gap-4">
    <ManySetting
      label="Components"
      none="There are no components yet. Create a model of the kind Component first."
      fault={fault('components')}
      options={models.filter(({ kind }) => kind === 'component').map(({ key, name }) => ({ value: key, label: name }))}
      value={settings.components ?? []}
      onChange={(components) => onChange({ components })}
    />
    <SettingsGrid>
      <NumberSetting label="Minimum" {...bind('min')} />
      <NumberSetting label="Maximum" help="Default 200" {...bind('max')} />
    </SettingsGrid>
  </div>
)

export const blocks = defineKindView<'blocks', Block[]>({
  kind: 'blocks',
  label: 'Blocks',
  purpose: 'Components in any order: a page',
  group: 'Structure',
  icon: Blocks,
  needsSettings: true,
  filter: 'presence',
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { componentName }) => value.map(({ type }) => componentName(type)).join(', '),
})
