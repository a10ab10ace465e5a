import { useNow } from '#web/lib/time/use-now.ts'
import { formatWaiting } from './format-waiting.ts'

/**
 * Shows how long the customer has been waiting. It is not coloured as an alarm, because no response time was promised.
 */
export function Waiting({ since }: { since: string }) {
  const now = useNow()
  return (
    <span className="tabular-nums" suppressHydrationWarning>
      {formatWaiting(since, now)}
    </span>
  )
}
