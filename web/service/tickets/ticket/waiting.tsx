import { useNow } from '#web/lib/time/use-now.ts'
import { formatWaiting } from './format-waiting.ts'

/** Without a promised response time it is no alarm, so it has no colour. */
export function Waiting({ since }: { since: string }) {
  const now = useNow()
  return (
    <span className="tabular-nums" suppressHydrationWarning>
      {formatWaiting(since, now)}
    </span>
  )
}
