import { CalendarClock, ChevronsUpDown } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useFieldServices } from '#web/fields/form/field-services.tsx'
import { defineKindView, type InputProps, type SettingsProps, scalar } from '#web/fields/form/field-shape.ts'
import { useIncompleteInput } from '#web/fields/inputs/use-incomplete-input.ts'
import { ChoiceSetting, SettingsGrid } from '#web/fields/settings/setting-rows.tsx'
import { listTimeZones, offsetOf } from '#web/lib/time/time-zones.ts'
import { momentsOf, toZoned } from '#web/lib/time/zoned.ts'
import { formatFull } from '#web/lib/words/format.ts'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

const isSame = (one: string | null, other: string | null) =>
  one === other || Date.parse(one ?? '') === Date.parse(other ?? '')

function Input({ field, value, onChange, disabled, path }: InputProps<'datetime', string>) {
  const services = useFieldServices()
  const home = field.timeZone ?? services.timeZone
  const [zone, setZone] = useState(home)
  const shown = value ? toZoned(value, zone) : ''
  const [typed, setTyped] = useState(shown)
  const { moments, isSkipped } = momentsOf(typed, zone)
  // Replaces the typed text only if the value or the time zone changed elsewhere, not while the person types.
  useEffect(() => {
    const means = (now: string) => (value ? momentsOf(now, zone).moments : [momentsOf(now, zone).moments[0] ?? null])
    setTyped((now) => (means(now).some((moment) => isSame(moment, value)) ? now : shown))
  }, [value, zone, shown])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1">
      <TextInput
        {...useIncompleteInput(path, 'Enter a complete date and time')}
        type="datetime-local"
        value={typed}
        max="9999-12-30T00:00"
        disabled={disabled}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(momentsOf(target.value, zone).moments[0] ?? null)
        }}
      />
      <ZoneButton {...{ zone, disabled }} at={value ? Date.parse(value) : undefined} onChoose={setZone} />
      <div
        aria-live="polite"
        className="grid w-full grid-cols-[minmax(0,1fr)] justify-items-start gap-1 text-meta text-ink-3"
      >
        {isSkipped && value && (
          <p>The clocks go forward, so this time does not exist. {toZoned(value, zone).slice(11)} is saved instead.</p>
        )}
        {moments.length === 2 && !disabled && (
          <>
            <p>The clocks go back at this time, so it occurs twice.</p>
            <Segments
              label="Earlier or later time"
              options={moments.map((moment, index) => ({
                value: moment,
                label: index === 0 ? 'Earlier' : 'Later',
              }))}
              value={moments.find((moment) => isSame(moment, value)) ?? moments[0]!}
              onChange={onChange}
            />
          </>
        )}
        {zone !== home && value && <p>{formatFull(value, home)}</p>}
      </div>
    </div>
  )
}

function Settings({ settings, onChange, fault }: SettingsProps<'datetime'>) {
  const zones = useMemo(() => listTimeZones(), [])
  return (
    <SettingsGrid>
      <ChoiceSetting
        label="Time zone"
        help="Members edit and see the value in this time zone. The API delivers it in UTC"
        fault={fault('timeZone')}
        options={[{ value: '', label: 'Time zone of the workspace' }, ...zones]}
        value={settings.timeZone ?? ''}
        onChange={(timeZone) => onChange({ timeZone: timeZone || undefined })}
      />
    </SettingsGrid>
  )
}

export const datetime = defineKindView<'datetime', string>({
  kind: 'datetime',
  label: 'Date and time',
  purpose: 'A point in time',
  group: 'Numbers and times',
  icon: CalendarClock,
  filter: 'moments',
  filterInput: 'own',
  ...scalar,
  Input,
  Settings,
  inWords: (value, { timeZone }, field) => formatFull(value, field.timeZone ?? timeZone),
})

type Props = { zone: string; at: number | undefined; disabled: boolean; onChoose: (zone: string) => void }

function ZoneButton({ zone, at = Date.now(), disabled, onChoose }: Props) {
  const words = `${zone}, ${offsetOf(zone, at)}`
  if (disabled) return <p className="text-meta text-ink-3">{words}</p>
  return (
    <Popover
      label="Time zone"
      className="w-80 max-w-[calc(100vw-1rem)] p-1"
      button={
        <button
          type="button"
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-left text-meta text-ink-3 hover:text-ink"
        >
          <VisuallyHidden>Time zone </VisuallyHidden>
          <span className="min-w-0">{words}</span>
          <Icon of={ChevronsUpDown} size={12} />
        </button>
      }
    >
      {(close) => (
        <Zones
          {...{ zone, at }}
          onChoose={(next) => {
            close()
            onChoose(next)
          }}
        />
      )}
    </Popover>
  )
}

/** A separate component, so that its hundreds of formatters are created only when the list opens. */
function Zones({ zone, at, onChoose }: Pick<Props, 'zone' | 'onChoose'> & { at: number }) {
  const options = useMemo(() => listTimeZones(at), [at])
  return <FilterList label="Find a time zone" options={options} value={zone} onChoose={onChoose} />
}
