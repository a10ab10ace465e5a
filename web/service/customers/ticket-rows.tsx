import { Link } from 'react-router'
import { Time } from '#web/lib/time/time.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { TicketRow } from '#web/service/tickets/ticket/types.ts'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'

type Props = { tickets: TicketRow[]; hasRequester?: boolean }

export function TicketRows({ tickets, hasRequester }: Props) {
  if (tickets.length === 0) return <p className="px-4 py-6 text-ink-3 md:px-5">No tickets here.</p>
  return (
    <ul aria-label="Tickets">
      {tickets.map(({ id, number, subject, requester, status, statusLabel, statusColor, updatedAt }) => (
        <li key={id} className="border-b border-line">
          <Link to={ticketHref(id)} className="flex h-10 items-center gap-3 px-4 hover:bg-hover md:px-5">
            <span className="w-12 shrink-0 text-ink-3 tabular-nums">{number}</span>
            <span className="min-w-0 flex-1 truncate">{subject}</span>
            {hasRequester && <span className="w-36 shrink-0 truncate text-ink-2 max-lg:hidden">{requester}</span>}
            <span className="flex shrink-0 max-md:max-w-28 md:w-28">
              <StatusPill status={status} label={statusLabel} color={statusColor} />
            </span>
            <span className="w-16 shrink-0 text-right text-ink-3 max-md:hidden">
              <Time at={updatedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
