/** "34m", "1h 12m", "3d 4h": the two largest units. */
export function formatMinutes(minutes: number) {
  const whole = Math.round(minutes)
  if (whole < 1) return 'under 1m'
  if (whole < 60) return `${whole}m`
  if (whole < minutesADay) return join(Math.floor(whole / 60), 'h', whole % 60, 'm')
  return join(Math.floor(whole / minutesADay), 'd', Math.floor((whole % minutesADay) / 60), 'h')
}

const minutesADay = 24 * 60

const join = (large: number, largeUnit: string, small: number, smallUnit: string) =>
  small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`

/** "21 Nov" of a calendar day such as 2026-11-21. */
export const formatDayShort = (day: string) => dayShort.format(Date.parse(day))
/** "Saturday 21 Nov" */
export const formatDayLong = (day: string) => `${weekday.format(Date.parse(day))} ${formatDayShort(day)}`

const dayShort = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** The top of a scale with three equal steps that people count in. */
export function scaleTop(most: number) {
  const wanted = Math.max(most, 3) / 3
  const magnitude = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * magnitude)
    .find((step) => step >= wanted && Number.isInteger(step))
  return 3 * (step ?? wanted)
}
