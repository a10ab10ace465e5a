import { dateIn } from './words.ts'

type Props = { time: string; language: string; timeZone: string; className?: string }

/** The page's script writes "yesterday" in its place where it is not long ago. */
export const When = ({ time, language, timeZone, className }: Props) => (
  <time dateTime={time} data-when className={className}>
    {dateIn(time, language, timeZone)}
  </time>
)
