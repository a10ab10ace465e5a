import type { CSSProperties } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { Present } from '#contract/live/presence.ts'
import type { TicketGrouping } from '#contract/tickets/view-values.ts'
import type { ListOrder } from '#web/service/tickets/list/bar/orders.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { type ListedTicket, lookOf } from './columns.tsx'
import { GroupRow } from './group-row.tsx'
import type { Section } from './sections.ts'

type RowActions = {
  canSelect: boolean
  onSelect: (id: string, isRange: boolean) => void
  onCursor: (id: string) => void
  onIntent: (id: string) => void
}

export type Groups = {
  grouping: TicketGrouping
  sections: Section[]
  folded: readonly string[]
  onFold: (group: string, isFolded: boolean) => void
}

type Props = RowActions & {
  label: string
  columns: string[]
  fields: TicketField[]
  orders: ListOrder[]
  tickets: ListedTicket[]
  groups: Groups | null
  members: Member[]
  presences: ReadonlyMap<string, Present[]>
  cursorId: string | undefined
  selected: ReadonlySet<string>
  onSelectAll: () => void
}

/** More columns than fit beside the subject make the list scroll sideways. */
const columnsThatFit = 8
const widthOf = (columns: readonly unknown[]) => 540 + Math.max(0, columns.length - columnsThatFit) * 100

export function TicketTable({ label, tickets, groups, selected, onSelectAll, ...rest }: Props) {
  const { columns, fields, orders, members, presences, cursorId, ...row } = rest
  const names = columns.includes('subject') ? columns : ['subject', ...columns]
  const shown = names.flatMap((name) => {
    const look = lookOf(name, fields)
    return look ? [{ name, ...look }] : []
  })
  const known = new Map(members.map((member) => [member.id, member]))
  const rowOf = (ticket: ListedTicket) => (
    <TicketRow
      key={ticket.id}
      columns={shown}
      ticket={ticket}
      members={known}
      people={presences.get(ticket.id) ?? nobody}
      isCurrent={ticket.id === cursorId}
      isSelected={selected.has(ticket.id)}
      {...row}
    />
  )
  return (
    <div style={{ '--list-width': `${widthOf(columns)}px` } as CSSProperties} className="md:min-w-(--list-width)">
      <Table label={label}>
        <Head
          columns={shown}
          orders={orders}
          allSelected={tickets.length > 0 && selected.size === tickets.length}
          someSelected={selected.size > 0}
          canSelect={row.canSelect}
          onSelectAll={onSelectAll}
        />
        {groups ? (
          groups.sections.map(({ group, ids }) => (
            <TableBody key={group.value}>
              <GroupRow
                group={group}
                grouping={groups.grouping}
                columns={shown}
                isFolded={groups.folded.includes(group.value)}
                onFold={(isFolded) => groups.onFold(group.value, isFolded)}
              />
              {!groups.folded.includes(group.value) && tickets.filter(({ id }) => ids.has(id)).map(rowOf)}
            </TableBody>
          ))
        ) : (
          <TableBody>{tickets.map(rowOf)}</TableBody>
        )}
      </Table>
    </div>
  )
}

const nobody: Present[] = []

type ShownColumn = NonNullable<ReturnType<typeof lookOf>> & { name: string }

type HeadProps = {
  columns: readonly ShownColumn[]
  orders: ListOrder[]
  allSelected: boolean
  someSelected: boolean
  canSelect: boolean
  onSelectAll: () => void
}

const Head = ({ columns, orders, allSelected, someSelected, canSelect, onSelectAll }: HeadProps) => (
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
    {columns.map(({ name, label, head, order, isNumeric, hidesLabel }) => {
      const offered = orders.find(({ id }) => id === order)
      return (
        <HeaderCell
          key={name}
          className={head}
          {...(isNumeric && { align: 'right' })}
          {...(offered?.isCurrent && { sort: 'down' })}
          {...(offered && { href: offered.href })}
        >
          {hidesLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </HeaderCell>
      )
    })}
  </TableHead>
)

type RowProps = RowActions & {
  columns: readonly ShownColumn[]
  ticket: ListedTicket
  members: ReadonlyMap<string, Member>
  people: Present[]
  isCurrent: boolean
  isSelected: boolean
}

function TicketRow({ columns, ticket, members, people, isCurrent, isSelected, ...actions }: RowProps) {
  const { canSelect, onSelect, onCursor, onIntent } = actions
  const { id, number, isUnread } = ticket
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
      {columns.map(({ name, cell, show }) => (
        <Cell key={name} className={cell}>
          {show({ ticket, members, people })}
        </Cell>
      ))}
    </TableRow>
  )
}
