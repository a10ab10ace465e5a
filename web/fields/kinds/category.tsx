import { FolderTree } from 'lucide-react'
import { useFieldServices } from '#web/fields/form/field-services.tsx'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { idsOf, LeadList, valueFrom } from '#web/fields/leads/lead-list.tsx'
import { SeveralSettings } from '#web/fields/settings/setting-rows.tsx'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { Select } from '#web/ui/choice/select.tsx'

function Input({ field, value, onChange, disabled }: InputProps<'category', string | string[]>) {
  const { categories, leadOf, remember } = useFieldServices()
  const ids = idsOf(value)
  const options = pathOptions(categories)

  function choose(id: string) {
    const category = categories.find((one) => one.id === id)
    if (category) remember([{ id, kind: 'category', title: category.name, model: null, status: null, picture: null }])
    onChange(id ? valueFrom(field.many ? [...ids, id] : [id], field.many) : null)
  }

  if (categories.length === 0 && ids.length === 0) return <p className="text-ink-3">There are no categories yet</p>
  if (!field.many) {
    const gone = ids.filter((id) => !categories.some((one) => one.id === id))
    const goneOptions = gone.map((id) => ({ value: id, label: leadOf(id)?.title ?? 'Deleted' }))
    return (
      <Select
        label={field.label || field.key}
        options={[{ value: '', label: 'None' }, ...options, ...goneOptions]}
        value={ids[0] ?? ''}
        disabled={disabled}
        onChange={choose}
      />
    )
  }
  const left = options.filter((option) => !ids.includes(option.value))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <LeadList ids={ids} disabled={disabled} onChange={(next) => onChange(valueFrom(next, true))} />
      {!disabled && left.length > 0 && ids.length < (field.max ?? 100) && (
        <Select
          key={ids.length}
          label={`Add to ${field.label || field.key}`}
          options={left}
          value=""
          placeholder="Add"
          onChange={choose}
        />
      )}
    </div>
  )
}

const Settings = ({ bind }: SettingsProps<'category'>) => (
  <div className="grid gap-4">
    <SeveralSettings many={bind('many')} max={bind('max')} />
  </div>
)

export const category = defineKindView<'category', string | string[]>({
  kind: 'category',
  label: 'Category',
  purpose: 'One or several categories of the content',
  group: 'References',
  icon: FolderTree,
  filter: 'keys',
  filterInput: 'byKey',
  isIndexable: true,
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { titleOf }) => idsOf(value).map(titleOf).join(', '),
})
