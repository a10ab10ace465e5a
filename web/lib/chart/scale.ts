export const formatDayShort = (day: string) => dayShort.format(Date.parse(day))
export const formatDayLong = (day: string) => `${weekday.format(Date.parse(day))} ${formatDayShort(day)}`

const dayShort = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

export function scaleTop(most: number) {
  const wanted = Math.max(most, 3) / 3
  const magnitude = 10 ** Math.floor(Math.log10(wanted))
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * magnitude)
    .find((step) => step >= wanted && Number.isInteger(step))
  return 3 * (step ?? wanted)
}
