import { useTextLanguage } from './said.tsx'

type Props = { time: string; timeZone: string; className?: string }

/** The script replaces recent dates by "yesterday". */
export function When({ time, timeZone, className }: Props) {
  const { date, within } = useTextLanguage()
  return (
    <time dateTime={time} data-when className={className} {...within}>
      {date(time, timeZone)}
    </time>
  )
}
