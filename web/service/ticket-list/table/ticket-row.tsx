import { Time } from '#web/lib/time/time.tsx'
import type { TicketRow as Ticket } from '#web/service/tickets/types.ts'
import { Waiting } from '#web/service/tickets/waiting.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Cell, RowLink, TableRow } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { UnreadDot } from '#web/ui/mark/unread-dot.tsx'

type Props = {
  ticket: Ticket
  avatarUrl: string | null
  isCurrent: boolean
  isSelected: boolean
  canSelect: boolean
  onSelect: (id: string, isRange: boolean) => void
  onCursor: (id: string) => void
  onIntent: (id: string) => void
}

/** 40 px in one line; on phones 64 px in two. */
export function TicketRow({
  ticket,
  avatarUrl,
  isCurrent,
  isSelected,
  canSelect,
  onSelect,
  onCursor,
  onIntent,
}: Props) {
  const { id, number, subject, snippet, requester, status, waitingSince, assignee, updatedAt, isUnread } = ticket
  return (
    <TableRow
      data-ticket={id}
      selected={isSelected}
      current={isCurrent}
      unread={isUnread}
      onFocus={() => onCursor(id)}
      onPointerEnter={() => onIntent(id)}
      className="scroll-mt-8 max-md:h-16"
    >
      <Cell className="max-md:hidden">
        <Checkbox
          label={`Select ticket ${number}`}
          hideLabel
          className="relative z-1"
          checked={isSelected}
          disabled={!canSelect}
          onChange={(event) => onSelect(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </Cell>
      <Cell className="max-md:w-10.5 max-md:pt-3 max-md:pr-0 max-md:pl-4 max-md:align-top">
        {ticket.priority && <PriorityGlyph priority={ticket.priority} />}
      </Cell>
      <Cell className="text-meta text-ink-3 tabular-nums max-md:hidden">{number}</Cell>
      <Cell className="pl-0">
        <span className="flex items-center">
          <span className="flex w-3.5 shrink-0 max-md:empty:hidden">{isUnread && <UnreadDot />}</span>
          <span className="min-w-0 truncate">
            <RowLink href={`/service/tickets/${id}`}>{subject}</RowLink>
            <span className="ml-2 text-ink-3 max-md:hidden">{snippet}</span>
          </span>
        </span>
        <span className="block truncate text-meta text-ink-3 md:hidden">{requester.name || requester.email}</span>
      </Cell>
      <Cell className="max-xl:hidden">{requester.name || requester.email}</Cell>
      <Cell className="max-md:hidden">
        <StatusPill status={status} />
      </Cell>
      <Cell className="max-md:hidden">{waitingSince && <Waiting since={waitingSince} />}</Cell>
      <Cell className="max-md:hidden">
        {assignee ? <Avatar name={assignee.name} src={avatarUrl} /> : <UnassignedAvatar />}
      </Cell>
      <Cell align="right" className="text-ink-3 max-md:w-26 max-md:text-meta">
        <Time at={updatedAt} />
        <span className="mt-0.5 block md:hidden">
          <StatusPill status={status} />
        </span>
      </Cell>
    </TableRow>
  )
}
