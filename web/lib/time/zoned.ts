/** Converts a moment to a date-time field value ("2026-11-23T09:30") in a time zone. Empty if invalid. */
export function toZoned(iso: string, timeZone: string): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return ''
  return new Date(at + offsetMs(at, timeZone)).toISOString().replace(/(:00)?\.\d+Z$/, '')
}

/**
 * Converts a local time to moments: none if it is invalid, two if it occurs twice because clocks go back. If clocks
 * skip the time, uses the offset before the change.
 */
export function momentsOf(local: string, timeZone: string): { moments: string[]; isSkipped: boolean } {
  const asUtc = Date.parse(`${local.length === 16 ? `${local}:00` : local}Z`)
  if (Number.isNaN(asUtc)) return { moments: [], isSkipped: false }
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((at) => offsetMs(at, timeZone))
  const fitting = offsets.filter((offset) => offsetMs(asUtc - offset, timeZone) === offset)
  const isSkipped = fitting.length === 0
  const meant = [...new Set(isSkipped ? [offsets[0]!] : fitting)].toSorted((one, other) => other - one)
  return { moments: meant.map((offset) => new Date(asUtc - offset).toISOString()), isSkipped }
}

const dayMs = 86_400_000
const formatters = new Map<string, Intl.DateTimeFormat>()

function offsetMs(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

function formatterOf(timeZone: string) {
  const made =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formatters.set(timeZone, made)
  return made
}
