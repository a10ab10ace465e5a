import { Link } from 'react-router'
import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { TicketRow } from '#contract/tickets/tickets.ts'
import { Time } from '#web/lib/time/time.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type Status, StatusPill } from '#web/ui/mark/status-pill.tsx'
import { UnreadDot } from '#web/ui/mark/unread-dot.tsx'

export type RequestRow = z.output<typeof TicketRow>

type ListProps = { requests: RequestRow[]; label: string; viewerId: string }

/** Lists requests. Names the requester of a request that is not by the viewer. */
export const RequestList = ({ requests, label, viewerId }: ListProps) => (
  <ul aria-label={label}>
    {requests.map((request) => (
      <li key={request.id} className="border-b border-line">
        <Request {...request} isOwn={request.requester.id === viewerId} />
      </li>
    ))}
  </ul>
)

type RowProps = RequestRow & { isOwn: boolean }

const Request = ({ id, number, subject, snippet, status, statusLabel, isUnread, updatedAt, ...rest }: RowProps) => (
  <Link
    to={`/customer/tickets/${id}`}
    className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-2.5 hover:bg-hover md:grid-cols-[minmax(0,1fr)_180px_72px]"
  >
    <span className="col-span-2 grid min-w-0 gap-0.5 md:col-span-1">
      <span className="flex min-w-0 items-center gap-2 text-body font-[550]">
        {isUnread && <UnreadDot />}
        <span className="truncate">{subject}</span>
      </span>
      <span className="truncate text-meta text-ink-3">
        <span className="tabular-nums">{number}</span>
        {!rest.isOwn && (
          <>
            <span className="mx-1.5">·</span>
            {rest.requester.name || shownAddress(rest.requester.email)}
          </>
        )}
        {snippet && (
          <>
            <span className="mx-1.5">·</span>
            {snippet}
          </>
        )}
      </span>
    </span>
    <RequestStatus status={status} statusLabel={statusLabel} isInColumn />
    <Time at={updatedAt} className="text-right text-ink-3 tabular-nums" />
  </Link>
)

type Props = { status: Status; statusLabel: string; isInColumn?: boolean }

/** Shows the status of a request. A status without background is moved left, to align it with the text above. */
export const RequestStatus = ({ status, statusLabel, isInColumn }: Props) => {
  const isResting = status === 'solved' || status === 'closed'
  return (
    <span
      className={classNames(
        'flex max-w-full justify-self-start',
        isResting && (isInColumn ? 'max-md:-ml-1.5' : '-ml-1.5'),
      )}
    >
      <StatusPill status={status} audience="customer" label={statusLabel} />
    </span>
  )
}
