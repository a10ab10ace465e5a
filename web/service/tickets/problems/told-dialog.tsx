import { Link } from 'react-router'
import type { z } from 'zod'
import type { listToldCustomers, ToldCustomer } from '#contract/tickets/problems.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { ShowOlder } from '#web/lib/list/show-older.tsx'
import { useMore } from '#web/lib/list/use-more.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'

type Props = { problem: Ticket; onClose: () => void }

const rowsAtOnce = 20

const readPage = (id: string, cursor?: string, signal?: AbortSignal) =>
  ask<typeof listToldCustomers>('GET', '/api/v1/tickets/:id/told-customers', {
    params: { id },
    query: { limit: rowsAtOnce, cursor },
    ...(signal && { signal }),
  })

/** Lists who was told about a problem, when and by whom. */
export function ToldDialog({ problem, onClose }: Props) {
  const { answer, problem: refused } = useAnswer(problem.id, (signal) => readPage(problem.id, undefined, signal))
  return (
    <Dialog open onClose={onClose} title={`Customers who were told about ${problem.number}`} size="md">
      <DialogBody>
        {answer ? <ToldList problemId={problem.id} first={answer} /> : <p>{refused || 'Loading'}</p>}
      </DialogBody>
    </Dialog>
  )
}

type ListProps = { problemId: string; first: { items: z.output<typeof ToldCustomer>[]; next: string | null } }

function ToldList({ problemId, first }: ListProps) {
  const { items, ...more } = useMore(first, (cursor) => readPage(problemId, cursor))
  return (
    <>
      <ul aria-label="Customers who were told" className="grid gap-2">
        {items.map(({ id, ticket, kind, recipients, by, sentAt }) => (
          <li key={id} className="min-w-0">
            <p className="flex min-w-0 items-baseline gap-2">
              <Link to={ticketHref(ticket.id)} className="shrink-0 text-ink-3 tabular-nums hover:underline">
                {ticket.number}
              </Link>
              <span className="min-w-0 truncate">{ticket.requester.name || shownAddress(ticket.requester.email)}</span>
            </p>
            <p className="text-meta wrap-anywhere text-ink-3">
              {kind === 'solve' ? 'Solved' : 'Told that it is fixed'} by {by.name}, <Time at={sentAt} style="moment" />
              {recipients.length > 0 && ` · ${recipients.join(', ')}`}
            </p>
          </li>
        ))}
      </ul>
      <ShowOlder {...more} />
    </>
  )
}
