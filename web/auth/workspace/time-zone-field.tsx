import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listTimeZones, ownTimeZone } from '#web/lib/time/time-zones.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'

type Props = { defaultValue?: string; fault: Fault }

/** All time zones. The browser's zone is selected once the page knows it. */
export function TimeZoneField({ defaultValue, fault }: Props) {
  const [zone, setZone] = useState(defaultValue ?? 'UTC')
  const [isFromBrowser, setFromBrowser] = useState(false)
  useEffect(() => {
    if (defaultValue) return
    setZone(ownTimeZone())
    setFromBrowser(true)
  }, [defaultValue])

  function choose(next: string) {
    setZone(next)
    setFromBrowser(false)
  }

  return (
    <Field
      label="Time zone"
      hint={isFromBrowser && 'From your browser'}
      help="Reports and due dates use this zone."
      {...fault}
    >
      <Select name="timeZone" size="lg" icon={Clock} options={listTimeZones()} value={zone} onChange={choose} />
    </Field>
  )
}
