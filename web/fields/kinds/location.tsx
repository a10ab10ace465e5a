import { MapPin } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isSame } from '#contract/is-same.ts'
import { defineKindView, type InputProps } from '#web/fields/form/field-shape.ts'
import { useInvalidInput } from '#web/fields/inputs/use-incomplete-input.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input as TextInput } from '#web/ui/form/input.tsx'

type Coordinates = { latitude: number; longitude: number }

function Input({ value, onChange, disabled, path }: InputProps<'location', Coordinates>) {
  const hold = useInvalidInput(path)
  const [typed, setTyped] = useState(() => wordsOf(value))
  useEffect(
    () => setTyped((now) => (read(now) !== undefined && isSame(read(now), value) ? now : wordsOf(value))),
    [value],
  )

  function type(changes: Partial<typeof typed>) {
    const next = { ...typed, ...changes }
    setTyped(next)
    const place = read(next)
    hold(place === undefined ? 'Enter a latitude from -90 to 90 and a longitude from -180 to 180' : null)
    if (place !== undefined) onChange(place)
  }

  /** Accepts latitude and longitude in one paste, because map programs copy both together. */
  function paste(event: React.ClipboardEvent) {
    const both = /^\s*(-?[\d.]+)\s*[,;]\s*(-?[\d.]+)\s*$/.exec(event.clipboardData.getData('text'))
    if (!both) return
    event.preventDefault()
    type({ latitude: both[1]!, longitude: both[2]! })
  }

  return (
    <div className="grid grid-cols-2 gap-3" onPaste={paste}>
      {(['latitude', 'longitude'] as const).map((name) => (
        <Field key={name} label={name === 'latitude' ? 'Latitude' : 'Longitude'}>
          <TextInput
            inputMode="decimal"
            className="tabular-nums"
            value={typed[name]}
            readOnly={disabled}
            onChange={({ target }) => type({ [name]: target.value })}
          />
        </Field>
      ))}
    </div>
  )
}

const wordsOf = (place: Coordinates | null) => ({
  latitude: place?.latitude.toString() ?? '',
  longitude: place?.longitude.toString() ?? '',
})

/** Returns null for no input, undefined for incomplete or invalid input. */
function read(typed: ReturnType<typeof wordsOf>): Coordinates | null | undefined {
  const [latitude, longitude] = [typed.latitude, typed.longitude].map((one) => one.trim().replace(',', '.'))
  if (!latitude && !longitude) return null
  const place = { latitude: Number(latitude || Number.NaN), longitude: Number(longitude || Number.NaN) }
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : undefined
}

export const location = defineKindView<'location', Coordinates>({
  kind: 'location',
  label: 'Location',
  purpose: 'Latitude and longitude',
  group: 'Contact and location',
  icon: MapPin,
  filter: 'places',
  isSearchable: true,
  isCompound: true,
  Input,
  inWords: ({ latitude, longitude }) => `${latitude}, ${longitude}`,
})
