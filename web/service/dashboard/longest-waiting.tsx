import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { TicketRow } from '#contract/tickets/tickets.ts'
import { Waiting } from '#web/service/tickets/ticket/waiting.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'

type WaitingRow = z.output<typeof TicketRow>

/** Tickets that wait for the team, longest wait first. */
export function LongestWaiting({ tickets }: { tickets: WaitingRow[] }) {
  if (tickets.length === 0)
    return (
      <EmptyState icon={CircleCheck} tone="done" title="No one is waiting">
        Every customer has a reply.
      </EmptyState>
    )
  return (
    <ul className="border-b border-line">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="border-t border-line">
          <WaitingTicket {...ticket} />
        </li>
      ))}
    </ul>
  )
}

const WaitingTicket = ({ id, number, subject, priority, requester, assignee, waitingSince, createdAt }: WaitingRow) => (
  <Link
    to={`/service/tickets/${id}`}
    className="flex items-center gap-2.5 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 md:px-5"
  >
    <span className="mt-0.5 self-start">
      <PriorityGlyph priority={priority ?? 'normal'} />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{subject}</span>
      <span className="block truncate text-meta text-ink-3">
        <span className="tabular-nums">{number}</span> · {requester.name || shownAddress(requester.email)} ·{' '}
        {assignee?.name ?? 'Unassigned'}
      </span>
    </span>
    <span className="shrink-0 text-meta text-ink-2">
      <Waiting since={waitingSince ?? createdAt} />
    </span>
  </Link>
)
