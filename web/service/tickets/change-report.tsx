import { plural } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { Failures, TicketChanges } from './use-ticket-changes.ts'

const shownMost = 5

/** How a change of many tickets comes along, and which of them did not take it. */
export function ChangeReport({
  changes: { progress, failures, run, cancel, dismissFailures },
}: {
  changes: TicketChanges
}) {
  if (progress)
    return (
      <div role="status" className="flex shrink-0 items-center gap-3 border-b border-line px-5 py-2">
        <span className="whitespace-nowrap tabular-nums">
          {progress.done} of {progress.total}
        </span>
        <ProgressBar label="Tickets changed" value={progress.done} max={progress.total} className="flex-1" />
        <Button onClick={cancel}>Stop</Button>
      </div>
    )
  if (!failures) return null
  const retry = () =>
    run(
      failures.change,
      failures.failed.map(({ ticket }) => ticket),
    )
  return (
    <div className="shrink-0 border-b border-line p-2">
      <Banner tone="danger" title={titleOf(failures)} onDismiss={dismissFailures}>
        <FailureList failures={failures} />
        <Button className="mt-1.5" onClick={retry}>
          Try again
        </Button>
      </Banner>
    </div>
  )
}

function titleOf({ failed, total }: Failures) {
  const [first] = failed
  if (total === 1) return `${first?.ticket.number} was not changed.`
  return `${failed.length} of ${plural(total, 'ticket')} ${failed.length === 1 ? 'was' : 'were'} not changed.`
}

function FailureList({ failures: { failed, total } }: { failures: Failures }) {
  if (total === 1) return <>{failed[0]?.reason}</>
  return (
    <ul>
      {failed.slice(0, shownMost).map(({ ticket, reason }) => (
        <li key={ticket.id}>
          {ticket.number}: {reason}
        </li>
      ))}
      {failed.length > shownMost && <li>and {failed.length - shownMost} more</li>}
    </ul>
  )
}
