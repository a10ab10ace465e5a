import { useEffect, useState } from 'react'
import { formatWaiting } from './format-waiting.ts'

/** How long the customer has waited. Without a promise to keep it is a fact and no alarm, so it has no colour. */
export function Waiting({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className="tabular-nums" suppressHydrationWarning>
      {formatWaiting(since, now)}
    </span>
  )
}
