import { Time } from '#web/lib/time/time.tsx'
import type { TicketRow as Ticket } from '#web/service/tickets/ticket/types.ts'
import { Waiting } from '#web/service/tickets/ticket/waiting.tsx'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Cell, RowLink, TableRow } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { UnreadDot } from '#web/ui/mark/unread-dot.tsx'

type Props = {
  ticket: Ticket
  avatarUrl: string | null
  /** Whoever is assigned, marked where they left the team. */
  assigneeLabel: string | undefined
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
  assigneeLabel,
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
      data-row={id}
      selected={isSelected}
      current={isCurrent}
      unread={isUnread}
      onFocus={() => onCursor(id)}
      onPointerEnter={() => onIntent(id)}
      className="ticket-row"
    >
      <Cell className="max-md:hidden">
        <BareCheckbox
          label={`Select ticket ${number}`}
          className="z-1"
          checked={isSelected}
          disabled={!canSelect}
          onChange={(event) => onSelect(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </Cell>
      <Cell className="priority-cell">{ticket.priority && <PriorityGlyph priority={ticket.priority} />}</Cell>
      <Cell className="number-cell">{number}</Cell>
      <Cell className="subject-cell">
        {isUnread && <UnreadDot />}
        <RowLink href={`/service/tickets/${id}`}>{subject}</RowLink>
        <span className="snippet">{snippet}</span>
      </Cell>
      <Cell className="requester-cell">{requester}</Cell>
      <Cell className="status-cell">
        <StatusPill status={status} />
      </Cell>
      <Cell className="max-md:hidden">{waitingSince && <Waiting since={waitingSince} />}</Cell>
      <Cell className="max-md:hidden">
        {assignee ? <Avatar name={assignee.name} label={assigneeLabel} src={avatarUrl} /> : <UnassignedAvatar />}
      </Cell>
      <Cell className="updated-cell">
        <Time at={updatedAt} />
      </Cell>
    </TableRow>
  )
}
