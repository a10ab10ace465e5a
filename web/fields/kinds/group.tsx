import { Group } from 'lucide-react'
import { useRef } from 'react'
import { ComponentFields } from '#web/fields/components/component-fields.tsx'
import { ComponentList, type Item } from '#web/fields/components/component-list.tsx'
import { hasLocalizedParts } from '#web/fields/components/localized-parts.ts'
import { useFieldServices } from '#web/fields/form/field-services.tsx'
import { defineKindView, type InputProps, type SettingsProps, type Values } from '#web/fields/form/field-shape.ts'
import { ChoiceSetting, SeveralSettings } from '#web/fields/settings/setting-rows.tsx'
import { randomUuid } from '#web/lib/random-uuid.ts'

const Input = (props: InputProps<'group', Values | Values[]>) =>
  props.field.many ? <Several {...props} /> : <One {...props} />

const One = ({ field, value, onChange, disabled, path }: InputProps<'group', Values | Values[]>) => (
  <div className="@container rounded-sm border border-line-strong p-3">
    <ComponentFields
      component={field.component}
      values={[value ?? {}].flat()[0] ?? {}}
      onChange={onChange}
      disabled={disabled}
      path={path}
    />
  </div>
)

function Several({ field, value, onChange, disabled, path }: InputProps<'group', Values | Values[]>) {
  const { components } = useFieldServices()
  const all = [value ?? []].flat()
  const { keys, apply } = useItemKeys(all.length)
  const component = useRef(field.component)
  component.current = components.get(field.component)?.key ?? field.component

  // If the component has localized fields, items need ids, because other languages refer to items by id.
  const isNamed = hasLocalizedParts(field, components)

  function change(items: Item[]) {
    apply(() => items.map(({ key }) => key))
    onChange(items.length > 0 ? items.map(({ key, values }) => ({ ...values, ...(isNamed && { id: key }) })) : null)
  }

  return (
    <ComponentList
      items={all.map(({ id, ...values }, at) => ({
        key: typeof id === 'string' ? id : keys[at]!,
        component: component.current,
        values,
      }))}
      onChange={change}
      allowed={[component.current]}
      most={field.max ?? 100}
      disabled={disabled}
      path={path}
    />
  )
}

const Settings = ({ settings, onChange, fault, bind, models }: SettingsProps<'group'>) => (
  <div className="grid gap-4">
    <ChoiceSetting
      label="Component"
      help="The fields of the component are shown in this field"
      fault={fault('component')}
      options={models.filter(({ kind }) => kind === 'component').map(({ key, name }) => ({ value: key, label: name }))}
      value={settings.component ?? ''}
      onChange={(component) => onChange({ component })}
    />
    <SeveralSettings many={bind('many')} max={bind('max')} />
  </div>
)

export const group = defineKindView<'group', Values | Values[]>({
  kind: 'group',
  label: 'Group',
  purpose: 'The fields of a component, once or several times',
  group: 'Structure',
  icon: Group,
  needsSettings: true,
  filter: 'presence',
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { componentName }, field) =>
    Array.isArray(value) ? `${value.length} × ${componentName(field.component)}` : JSON.stringify(value),
})

// Provides React keys for list items without ids. The caller must use `apply` to change the keys together with the
// list.
function useItemKeys(count: number) {
  const keys = useRef<string[]>([])
  while (keys.current.length < count) keys.current.push(randomUuid())
  keys.current.length = count
  return {
    keys: keys.current,
    apply(change: (keys: string[]) => string[]) {
      keys.current = change(keys.current)
    },
  }
}
