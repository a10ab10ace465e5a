export type Moment = { label: string; at: Date }

const morningHour = 9
const eveningHour = 18
/** The last hour of a day that “In a few hours” offers. */
const lastHour = 21
const hourMs = 3_600_000

export function suggestMoments(now: Date): Moment[] {
  const later = new Date(Math.ceil((now.getTime() + 2 * hourMs) / hourMs) * hourMs)
  const morning = dayAt(now, 0, morningHour)
  const evening = dayAt(now, 0, eveningHour)
  const isDaytime = later >= morning && later <= dayAt(now, 0, lastHour)
  const daysToMonday = ((8 - now.getDay()) % 7) + (now.getDay() === 1 ? 7 : 0)
  const moments = [
    ...(morning > later ? [{ label: 'This morning', at: morning }] : []),
    ...(isDaytime ? [{ label: 'In a few hours', at: later }] : []),
    ...(evening > later ? [{ label: 'This evening', at: evening }] : []),
    { label: 'Tomorrow', at: dayAt(now, 1, morningHour) },
    ...(daysToMonday > 1 ? [{ label: 'Next Monday', at: dayAt(now, daysToMonday, morningHour) }] : []),
    { label: 'In a week', at: dayAt(now, 7, morningHour) },
  ]
  return moments.filter(({ at }, index) => moments.findIndex((one) => one.at.getTime() === at.getTime()) === index)
}

function dayAt(now: Date, days: number, hour: number) {
  const at = new Date(now)
  at.setDate(at.getDate() + days)
  at.setHours(hour, 0, 0, 0)
  return at
}

export const momentWords = (at: Date) =>
  at.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Returns the clock of a moment where somebody else is; null if it is the same there, or the time zone is not known. */
export function clockElsewhere(at: Date, timeZone: string | null): string | null {
  if (!timeZone) return null
  const clock = (zone?: string) =>
    at.toLocaleString('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
  const [own, theirs] = [clock(), clock(timeZone)]
  if (own === theirs) return null
  return own.slice(0, 3) === theirs.slice(0, 3) ? theirs.slice(-5) : theirs
}

export function fieldValue(at: Date) {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
