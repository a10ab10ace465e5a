const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Formats a time by its distance from now: "now", "2m", "3h", "Yesterday", "12 Nov", "12 Nov 2024". */
export function formatAgo(iso: string, now: number, timeZone: string) {
  const then = Date.parse(iso)
  const passedMs = now - then
  const daysApart = dayNumber(now, timeZone) - dayNumber(then, timeZone)
  if (passedMs < minuteMs && passedMs > -minuteMs) return 'now'
  if (passedMs > 0 && passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)}m`
  if (passedMs > 0 && (daysApart === 0 || passedMs < 6 * hourMs)) return `${Math.floor(passedMs / hourMs)}h`
  if (daysApart === 1) return 'Yesterday'
  return formatDay(iso, now, timeZone)
}

export const formatClock = (iso: string, timeZone: string) =>
  formatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(Date.parse(iso))

export function formatDay(iso: string, now: number, timeZone: string) {
  const then = Date.parse(iso)
  const isThisYear = yearOf(then, timeZone) === yearOf(now, timeZone)
  return formatter(timeZone, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) }).format(then)
}

export function formatMoment(iso: string, now: number, timeZone: string) {
  const clock = formatClock(iso, timeZone)
  const daysApart = dayNumber(now, timeZone) - dayNumber(Date.parse(iso), timeZone)
  if (daysApart === 0) return clock
  return daysApart === 1 ? `Yesterday ${clock}` : `${formatDay(iso, now, timeZone)}, ${clock}`
}

export const formatFull = (iso: string, timeZone: string) =>
  formatter(timeZone, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
    .format(Date.parse(iso))
    .replace(' at ', ', ')

export function formatDuration(seconds: number) {
  const [unit, size] = durations.find(([, size]) => seconds >= size) ?? (['second', 1] as const)
  const count = Math.floor(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const durations = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

export function formatBytes(bytes: number) {
  if (bytes < 1000) return `${bytes} B`
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), 3)
  const amount = bytes / 1000 ** step
  // Without this line, 999.95 KB would become "1000 KB" instead of "1 MB".
  if (Math.round(amount) >= 1000 && step < 3) return `1 ${byteUnits[step + 1]}`
  return `${amount < 10 ? trimZero(amount.toFixed(1)) : Math.round(amount)} ${byteUnits[step]}`
}

const byteUnits = ['B', 'KB', 'MB', 'GB']
const trimZero = (text: string) => text.replace(/\.0$/, '')

const counts = new Intl.NumberFormat('en-GB')
export const formatCount = (count: number) => counts.format(count)

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export function isTimeZone(name: string) {
  try {
    formatter(name, {})
    return true
  } catch {
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Caches the formatters, because creating a formatter costs a hundred times more than using it. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = timeZone + JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  formatters.set(key, made)
  return made
}

function dayNumber(at: number, timeZone: string) {
  const parts = formatter(timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / 86_400_000
}

const yearOf = (at: number, timeZone: string) => formatter(timeZone, { year: 'numeric' }).format(at)
