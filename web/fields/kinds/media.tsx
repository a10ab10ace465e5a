import { Image } from 'lucide-react'
import { useState } from 'react'
import { mediaKinds } from '#contract/fields/choices.ts'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import { defineKindView, type InputProps, type SettingsProps } from '#web/fields/form/field-shape.ts'
import { idsOf, LeadList, valueFrom } from '#web/fields/leads/lead-list.tsx'
import { MediaCard } from '#web/fields/leads/media-card.tsx'
import {
  ManySetting,
  NumberSetting,
  SettingsGrid,
  SeveralSettings,
  SwitchSetting,
} from '#web/fields/settings/setting-rows.tsx'
import { Button } from '#web/ui/button/button.tsx'

function Input({ field, value, onChange, disabled }: InputProps<'media', string | string[]>) {
  const { MediaChooser, remember } = useFieldServices()
  /** State of the media library: undefined if it is closed. `inPlaceOf`: the file to replace, or null to add files. */
  const [choosing, setChoosing] = useState<{ inPlaceOf: string | null }>()
  const ids = idsOf(value)
  const room = (field.many ? (field.max ?? 100) : 1) - ids.length
  const take = (next: string[]) => onChange(valueFrom(next, field.many))

  function choose(media: Lead[]) {
    remember(media)
    setChoosing(undefined)
    const fresh = media.map(({ id }) => id).filter((id) => !ids.includes(id))
    if (fresh.length === 0) return
    const at = choosing?.inPlaceOf ? ids.indexOf(choosing.inPlaceOf) : -1
    take(at < 0 ? [...ids, ...fresh.slice(0, room)] : ids.with(at, fresh[0]!))
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <LeadList
        ids={ids}
        disabled={disabled}
        onChange={take}
        draw={(id) => <MediaCard {...{ id, field, disabled }} onReplace={() => setChoosing({ inPlaceOf: id })} />}
      />
      {!disabled && room > 0 && (
        <div>
          <Button
            icon={Image}
            disabledReason={MediaChooser ? undefined : 'The media library is not available here'}
            onClick={() => setChoosing({ inPlaceOf: null })}
          >
            {field.many ? 'Add' : 'Choose'}
          </Button>
        </div>
      )}
      {choosing && MediaChooser && (
        <MediaChooser
          kinds={field.kinds}
          many={field.many === true && choosing.inPlaceOf === null}
          onChoose={choose}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </div>
  )
}

const kindNames: Record<(typeof mediaKinds)[number], string> = {
  image: 'Pictures',
  video: 'Videos',
  audio: 'Audio files',
  document: 'Documents',
  other: 'Other files',
}

const Settings = ({ settings, onChange, fault, bind }: SettingsProps<'media'>) => (
  <div className="grid gap-4">
    <ManySetting
      label="Allowed files"
      help="Choose none to allow all"
      fault={fault('kinds')}
      options={mediaKinds.map((value) => ({ value, label: kindNames[value] }))}
      value={settings.kinds ?? []}
      onChange={(kinds) => onChange({ kinds: kinds.length > 0 ? kinds : undefined })}
    />
    <SwitchSetting label="Pictures need an alternative text to be published" {...bind('needsAlt')} />
    <SettingsGrid>
      <NumberSetting label="Minimum width (px)" help="Pictures only" {...bind('minWidth')} />
      <NumberSetting label="Minimum height (px)" help="Pictures only" {...bind('minHeight')} />
      <NumberSetting
        label="Maximum size (KB)"
        fault={fault('maxBytes')}
        value={settings.maxBytes && Math.ceil(settings.maxBytes / 1000)}
        onChange={(kilobytes) => onChange({ maxBytes: kilobytes && kilobytes * 1000 })}
      />
    </SettingsGrid>
    <SeveralSettings many={bind('many')} max={bind('max')} />
  </div>
)

export const media = defineKindView<'media', string | string[]>({
  kind: 'media',
  label: 'Media',
  purpose: 'Pictures or other files of the media library',
  group: 'References',
  icon: Image,
  filter: 'presence',
  isIndexable: true,
  isCompound: true,
  Input,
  Settings,
  inWords: (value, { titleOf }) => idsOf(value).map(titleOf).join(', '),
})
