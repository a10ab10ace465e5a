import { useSite } from '#web/lib/use-site.ts'
import { formatAgo, formatClock, formatDay, formatFull, formatMoment } from '#web/lib/words/format.ts'
import { useNow } from './use-now.ts'

type Props = {
  at: string
  style?: keyof typeof styles
  zone?: string
  className?: string
}

export function Time({ at, style = 'ago', zone, className }: Props) {
  const site = useSite()
  const timeZone = zone ?? site.timeZone
  const now = useNow()
  return (
    <time dateTime={at} title={formatFull(at, timeZone)} className={className} suppressHydrationWarning>
      {styles[style](at, now, timeZone)}
    </time>
  )
}

const styles = {
  ago: formatAgo,
  clock: (at: string, _now: number, timeZone: string) => formatClock(at, timeZone),
  day: formatDay,
  moment: formatMoment,
  full: (at: string, _now: number, timeZone: string) => formatFull(at, timeZone),
}
