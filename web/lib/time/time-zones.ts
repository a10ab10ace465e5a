import type { Option } from '#web/ui/choice/option.tsx'

const dayMs = 86_400_000
let made: { day: number; options: Option[] } | undefined

/** Lists the time zones with their offsets. Caches the list for a day, because it needs hundreds of date formatters. */
export function listTimeZones(now = Date.now()): Option[] {
  const day = Math.floor(now / dayMs)
  if (made?.day !== day)
    made = { day, options: zoneNames().map((zone) => ({ value: zone, label: zone, detail: offsetOf(zone, now) })) }
  return made.options
}

export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const zoneNames = () => [...new Set([...Intl.supportedValuesOf('timeZone'), ownTimeZone(), 'UTC'])].toSorted()

/** Returns the offset of a time zone at a moment: "UTC +05:30". */
export function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '')
  return `UTC ${offset || '+00:00'}`
}
