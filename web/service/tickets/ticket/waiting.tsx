import { useNow } from '#web/lib/time/use-now.ts'
import { formatWaiting } from './format-waiting.ts'

/** Has no colour: without a promised response time, waiting is no alarm. */
export function Waiting({ since }: { since: string }) {
  const now = useNow()
  return (
    <span className="tabular-nums" suppressHydrationWarning>
      {formatWaiting(since, now)}
    </span>
  )
}
