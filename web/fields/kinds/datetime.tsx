import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAround } from '#web/fields/form/around.tsx'
import { face, type InputProps } from '#web/fields/form/field-shape.ts'
import { fromZoned, toZoned } from '#web/lib/time/zoned.ts'
import { formatFull } from '#web/lib/words/format.ts'
import { Input as TextInput } from '#web/ui/form/input.tsx'

function Input({ value, onChange, disabled }: InputProps<'datetime', string>) {
  const { timeZone } = useAround()
  const shown = value ? toZoned(value, timeZone) : ''
  const [typed, setTyped] = useState(shown)
  // Another moment from elsewhere; the same one stays as it is being typed.
  useEffect(() => setTyped((now) => (shown === (fromZoned(now, timeZone) ? now : '') ? now : shown)), [shown, timeZone])
  return (
    <TextInput
      type="datetime-local"
      value={typed}
      max="9999-12-30T00:00"
      disabled={disabled}
      suffix={<span className="text-meta whitespace-nowrap">{timeZone}</span>}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(fromZoned(target.value, timeZone))
      }}
    />
  )
}

export const datetime = face<'datetime', string>({
  kind: 'datetime',
  label: 'Date and time',
  purpose: 'A moment, the same all over the world',
  group: 'Numbers and times',
  icon: CalendarClock,
  empty: null,
  Input,
  inWords: (value, { timeZone }) => formatFull(value, timeZone),
})
