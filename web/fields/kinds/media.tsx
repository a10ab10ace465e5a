import { Image } from 'lucide-react'
import { useState } from 'react'
import { mediaKinds } from '#contract/field-kinds/choices.ts'
import { type Lead, useAround } from '#web/fields/form/around.tsx'
import { face, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { idsOf, valueFrom } from '#web/fields/leads/ids-of.ts'
import { LeadList } from '#web/fields/leads/lead-list.tsx'
import { ManySetting, NumberSetting, SwitchSetting } from '#web/fields/settings/setting-rows.tsx'
import { Button } from '#web/ui/button/button.tsx'

function Input({ field, value, onChange, disabled }: InputProps<'media', string | string[]>) {
  const { MediaChooser, remember } = useAround()
  const [isChoosing, setChoosing] = useState(false)
  const ids = idsOf(value)
  const room = field.many ? (field.max ?? 100) - ids.length : 1

  function choose(media: Lead[]) {
    remember(media)
    setChoosing(false)
    const fresh = media.map(({ id }) => id).filter((id) => !ids.includes(id))
    if (fresh.length > 0) onChange(valueFrom([...ids, ...fresh.slice(0, room)], field.many))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <LeadList ids={ids} disabled={disabled} onChange={(next) => onChange(valueFrom(next, field.many))} />
      {!disabled && room > 0 && (
        <div>
          <Button
            icon={Image}
            disabledReason={MediaChooser ? undefined : 'There is no library to choose from'}
            onClick={() => setChoosing(true)}
          >
            {field.many ? 'Add' : ids.length > 0 ? 'Replace' : 'Choose'}
          </Button>
        </div>
      )}
      {isChoosing && MediaChooser && (
        <MediaChooser
          kinds={field.kinds}
          many={field.many === true}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

const kindNames: Record<(typeof mediaKinds)[number], string> = {
  image: 'Pictures',
  video: 'Videos',
  audio: 'Sounds',
  document: 'Documents',
  other: 'Other files',
}

const Settings = ({ settings, onChange, fault }: SettingsProps<'media'>) => (
  <div className="grid gap-4">
    <ManySetting
      label="Takes"
      help="All of these, while none is chosen"
      fault={fault('kinds')}
      options={mediaKinds.map((value) => ({ value, label: kindNames[value] }))}
      value={settings.kinds ?? []}
      onChange={(kinds) => onChange({ kinds: kinds.length > 0 ? (kinds as typeof settings.kinds) : undefined })}
    />
    <SwitchSetting label="Several, in an order" value={settings.many} onChange={(many) => onChange({ many })} />
    {settings.many && (
      <NumberSetting
        label="At most"
        help="100, unless said"
        fault={fault('max')}
        value={settings.max}
        onChange={(max) => onChange({ max })}
      />
    )}
  </div>
)

export const media = face<'media', string | string[]>({
  kind: 'media',
  label: 'Media',
  purpose: 'A picture or another file of the library, or several',
  group: 'Leads',
  icon: Image,
  empty: null,
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { titleOf }) => idsOf(value).map(titleOf).join(', '),
})
