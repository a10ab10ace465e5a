const units = { m: 'minute', h: 'hour', d: 'day', w: 'week' } as const
type Unit = (typeof units)[keyof typeof units]
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const periods = ['week', 'month', 'year'].flatMap((period) => [`this_${period}`, `last_${period}`, `next_${period}`])
const days = ['today', 'yesterday', 'tomorrow', ...weekdays.slice(1), 'sunday']
/** Examples and names of times, for suggestions. */
export const timeChoices: readonly string[] = [...days, ...periods, '3d', '4h', '2026-11-27', '2026-11-27T09:30']

export type TimeValue =
  | { kind: 'span'; count: number; unit: Unit }
  /** A moment in the time zone of the workspace, `2026-11-27T09:30`. It lasts one minute. */
  | { kind: 'minute'; local: string }
  | { kind: 'day'; date: string }
  | { kind: 'named'; name: string }

/** Reads a date, a time, a span or a name of a day or period. Returns null if the text is none of these. */
export function readTimeValue(text: string): TimeValue | null {
  const lower = text.trim().toLowerCase()
  const span = /^(\d{1,4})([mhdw])$/.exec(lower)
  if (span) return { kind: 'span', count: Number(span[1]), unit: units[span[2] as keyof typeof units] }
  if (days.includes(lower) || periods.includes(lower)) return { kind: 'named', name: lower }
  const dated = /^(\d{4}-\d\d-\d\d)(?:t(\d\d:\d\d))?$/.exec(lower)
  if (!dated || !isDate(dated[1]!)) return null
  if (!dated[2]) return { kind: 'day', date: dated[1]! }
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(dated[2]) ? { kind: 'minute', local: `${dated[1]}T${dated[2]}` } : null
}

export const plainTime = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace('t', (letter, at: number) => (at === 10 ? 'T' : letter))

const isDate = (text: string) => {
  const date = new Date(`${text}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && !/^(0000|9999)/.test(text)
}

export type LocalRange = { from: string; to: string }

/**
 * Returns the range of a time that is no span, in local time of the workspace: `from` belongs to it, `to` does not.
 *
 * @param today the date in the time zone of the workspace, `2026-11-27`
 */
export function localRange(time: Exclude<TimeValue, { kind: 'span' }>, today: string): LocalRange {
  if (time.kind === 'day') return dayRange(time.date, 1)
  if (time.kind === 'minute') return { from: time.local, to: shifted(time.local, 60_000) }
  return namedRange(time.name, today)
}

function namedRange(name: string, today: string): LocalRange {
  if (name === 'today') return dayRange(today, 1)
  if (name === 'yesterday') return dayRange(addDays(today, -1), 1)
  if (name === 'tomorrow') return dayRange(addDays(today, 1), 1)
  const weekday = weekdays.indexOf(name)
  // A weekday is the latest one up to today.
  if (weekday >= 0) return dayRange(addDays(today, -((weekdayOf(today) - weekday + 7) % 7)), 1)
  const [which, period] = name.split('_') as ['this' | 'last' | 'next', 'week' | 'month' | 'year']
  const step = { last: -1, this: 0, next: 1 }[which]
  if (period === 'week') return dayRange(addDays(today, -((weekdayOf(today) + 6) % 7) + step * 7), 7)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  if (period === 'year') return { from: `${year + step}-01-01T00:00`, to: `${year + step + 1}-01-01T00:00` }
  return { from: monthStart(year, month + step), to: monthStart(year, month + step + 1) }
}

const monthStart = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 16)
const weekdayOf = (date: string) => new Date(`${date}T00:00Z`).getUTCDay()
const addDays = (date: string, count: number) => shifted(`${date}T00:00`, count * 86_400_000).slice(0, 10)
const shifted = (local: string, ms: number) => new Date(Date.parse(`${local}Z`) + ms).toISOString().slice(0, 16)
const dayRange = (date: string, count: number): LocalRange => ({
  from: `${date}T00:00`,
  to: `${addDays(date, count)}T00:00`,
})
