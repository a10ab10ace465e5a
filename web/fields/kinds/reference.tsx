import { FilePlus2, Waypoints } from 'lucide-react'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { EntrySearch } from '#web/fields/leads/entry-search.tsx'
import { idsOf, LeadList, valueFrom } from '#web/fields/leads/lead-list.tsx'
import { ChoiceSetting, ModelsSetting, SeveralSettings } from '#web/fields/settings/setting-rows.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

function Input({ field, value, onChange, disabled }: InputProps<'reference', string | string[]>) {
  const { remember } = useFieldServices()
  const ids = idsOf(value)
  const isFull = field.many ? ids.length >= (field.max ?? 100) : false

  function choose(lead: Lead) {
    remember([lead])
    onChange(valueFrom([...ids, lead.id], field.many))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-stretch gap-1.5">
      <LeadList ids={ids} disabled={disabled} onChange={(next) => onChange(valueFrom(next, field.many))} />
      {!disabled && !isFull && (
        <div>
          <Popover
            label="Choose an entry"
            className="w-80 max-w-[calc(100vw-2rem)] p-1"
            button={<Button icon={FilePlus2}>{field.many ? 'Add' : ids.length > 0 ? 'Replace' : 'Choose'}</Button>}
          >
            {(close) => (
              <EntrySearch
                models={field.models}
                chosen={ids}
                onChoose={(lead) => {
                  close()
                  choose(lead)
                }}
              />
            )}
          </Popover>
        </div>
      )}
    </div>
  )
}

const Settings = ({ settings, onChange, fault, bind, models }: SettingsProps<'reference'>) => (
  <div className="grid gap-4">
    <ModelsSetting
      models={models}
      fault={fault('models')}
      value={settings.models}
      onChange={(chosen) => onChange({ models: chosen })}
    />
    <SeveralSettings many={bind('many')} max={bind('max')} />
    <ChoiceSetting
      label="When the referenced entry is deleted"
      fault={fault('onDelete')}
      options={[
        { value: 'unlink', label: 'Remove the reference' },
        { value: 'restrict', label: 'Prevent the deletion' },
      ]}
      value={settings.onDelete ?? 'unlink'}
      onChange={(next) => onChange({ onDelete: next === 'restrict' ? 'restrict' : undefined })}
    />
  </div>
)

export const reference = defineKindView<'reference', string | string[]>({
  kind: 'reference',
  label: 'Reference',
  purpose: 'Another entry, or several: an author, related posts',
  group: 'References',
  icon: Waypoints,
  filter: 'keys',
  filterInput: 'byKey',
  isIndexable: true,
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { titleOf }) => idsOf(value).map(titleOf).join(', '),
})
