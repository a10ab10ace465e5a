import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { Failures, TicketChanges } from './use-ticket-changes.ts'

const shownMost = 5

/** Which tickets did not take a change. */
export function ChangeReport({ changes: { failures, run, dismissFailures } }: { changes: TicketChanges }) {
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
