import { useSaid } from './said.tsx'

type Props = { time: string; timeZone: string; className?: string }

/** The page's script writes "yesterday" in its place where it is not long ago. */
export function When({ time, timeZone, className }: Props) {
  const { date, within } = useSaid()
  return (
    <time dateTime={time} data-when className={className} {...within}>
      {date(time, timeZone)}
    </time>
  )
}
