import { Time } from '#web/lib/time/time.tsx'
import { responsibleName } from '#web/lib/words/full-name.ts'
import type { Member, TicketRow as Ticket } from '#web/service/tickets/ticket/types.ts'
import { type ListQuery, listHref, type Order, orderOf } from '#web/service/tickets/ticket/views.ts'
import { Waiting } from '#web/service/tickets/ticket/waiting.tsx'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { UnreadDot } from '#web/ui/mark/unread-dot.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type RowActions = {
  canSelect: boolean
  onSelect: (id: string, isRange: boolean) => void
  onCursor: (id: string) => void
  onIntent: (id: string) => void
}

type Props = RowActions & {
  label: string
  query: ListQuery
  tickets: Ticket[]
  members: Member[]
  cursorId: string | undefined
  selected: ReadonlySet<string>
  onSelectAll: () => void
}

export function TicketTable({ label, query, tickets, members, cursorId, selected, onSelectAll, ...row }: Props) {
  const known = new Map(members.map((member) => [member.id, member]))
  return (
    <Table label={label}>
      <Head
        query={query}
        allSelected={selected.size === tickets.length}
        someSelected={selected.size > 0}
        canSelect={row.canSelect}
        hasLongNumbers={tickets.some(({ number }) => number > 99_999)}
        onSelectAll={onSelectAll}
      />
      <TableBody>
        {tickets.map((ticket) => (
          <TicketRow
            key={ticket.id}
            ticket={ticket}
            avatarUrl={known.get(ticket.assignee?.id ?? '')?.avatarUrl ?? null}
            assigneeLabel={ticket.assignee ? responsibleName(ticket.assignee, members) : undefined}
            isCurrent={ticket.id === cursorId}
            isSelected={selected.has(ticket.id)}
            {...row}
          />
        ))}
      </TableBody>
    </Table>
  )
}

type HeadProps = {
  query: ListQuery
  allSelected: boolean
  someSelected: boolean
  canSelect: boolean
  hasLongNumbers: boolean
  onSelectAll: () => void
}

function Head({ query, allSelected, someSelected, canSelect, hasLongNumbers, onSelectAll }: HeadProps) {
  const sorted = orderOf(query)
  const by = (order: Order) => ({
    sort: sorted === order ? ('down' as const) : undefined,
    href: query.q ? undefined : listHref({ ...query, order, cursor: null }),
  })
  return (
    <TableHead className="max-md:hidden">
      <HeaderCell className="w-10.5">
        <BareCheckbox
          label="Select all tickets of this page"
          className="bottom-px"
          checked={allSelected}
          indeterminate={someSelected && !allSelected}
          disabled={!canSelect}
          onChange={onSelectAll}
        />
      </HeaderCell>
      <HeaderCell className="w-7">
        <VisuallyHidden>Priority</VisuallyHidden>
      </HeaderCell>
      <HeaderCell className={hasLongNumbers ? 'w-14' : 'w-12'} {...by('created')}>
        ID
      </HeaderCell>
      <HeaderCell className="pl-3.5!">Subject</HeaderCell>
      <HeaderCell className="w-36 max-xl:hidden">Requester</HeaderCell>
      <HeaderCell className="w-24">Status</HeaderCell>
      <HeaderCell className="w-20" {...by('waiting')}>
        Waiting
      </HeaderCell>
      <HeaderCell className="w-8">
        <VisuallyHidden>Assignee</VisuallyHidden>
      </HeaderCell>
      <HeaderCell className="w-20" align="right" {...by('updated')}>
        Updated
      </HeaderCell>
    </TableHead>
  )
}

type RowProps = RowActions & {
  ticket: Ticket
  avatarUrl: string | null
  assigneeLabel: string | undefined
  isCurrent: boolean
  isSelected: boolean
}

function TicketRow({ ticket, avatarUrl, assigneeLabel, isCurrent, isSelected, ...actions }: RowProps) {
  const { canSelect, onSelect, onCursor, onIntent } = actions
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
          onChange={(event) => onSelect(id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
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
