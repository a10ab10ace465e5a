import { words } from './words.ts'

const dayMs = 86_400_000
const most = 30

/** Shows a date of the last 30 days relative to today, for example "yesterday". The tooltip shows the full date. */
export function tellDatesFromNow(now = new Date()) {
  const format = new Intl.RelativeTimeFormat(words.format, { numeric: 'auto' })
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-when]')) {
    const days = Math.round((startOfDay(new Date(time.dateTime)) - startOfDay(now)) / dayMs)
    if (days > 0 || days < -most) continue
    time.title = time.textContent
    time.textContent = format.format(days, 'day')
  }
}

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
