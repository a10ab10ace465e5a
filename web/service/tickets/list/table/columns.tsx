import { Pen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { Present } from '#contract/live/presence.ts'
import { columnOfField, type TicketColumn } from '#contract/tickets/view-values.ts'
import { type CustomValues, customValueInWords } from '#web/fields/custom/custom-fields.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { responsibleName } from '#web/lib/words/full-name.ts'
import type { OfferedOrder } from '#web/service/tickets/list/query/describe-orders.ts'
import { channelLabels, typeLabel } from '#web/service/tickets/ticket/choices.tsx'
import type { Member, TicketRow } from '#web/service/tickets/ticket/types.ts'
import { Waiting } from '#web/service/tickets/ticket/waiting.tsx'
import { RowLink } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { UnreadDot } from '#web/ui/mark/unread-dot.tsx'

/** `customFields` has the values of the fields that are columns. */
export type ListedTicket = TicketRow & { customFields?: CustomValues }
type RowContext = { ticket: ListedTicket; members: ReadonlyMap<string, Member>; people: Present[] }

type Column = {
  label: string
  /** Classes of the head, with the width. Phones have no head. */
  head: string
  /** Classes of the cell. A cell that phones do not show has `max-md:hidden`. */
  cell: string
  isNumeric?: true
  /** Narrow windows do not show the column. */
  isWideOnly?: true
  /** The label is for screen readers only, because the column is narrow. */
  hidesLabel?: true
  /** The order that a press on the head chooses. */
  order?: OfferedOrder
  show: (context: RowContext) => ReactNode
}

const quiet = 'truncate text-ink-3 max-md:hidden'

/** How each column of every ticket looks. The columns themselves are in `contract/tickets/view-values.ts`. */
const columnLooks: Record<TicketColumn, Column> = {
  priority: {
    label: 'Priority',
    head: 'w-7',
    cell: 'priority-cell',
    hidesLabel: true,
    show: ({ ticket: { priority } }) => priority && <PriorityGlyph priority={priority} />,
  },
  number: {
    label: 'ID',
    head: 'w-14',
    cell: 'number-cell',
    order: '-created',
    show: ({ ticket: { number } }) => number,
  },
  subject: {
    label: 'Subject',
    head: 'pl-3.5!',
    cell: 'subject-cell',
    show: ({ ticket: { id, subject, snippet, isUnread }, people }) => (
      <>
        {isUnread && <UnreadDot />}
        {people.length > 0 && <PeopleOnRow people={people} />}
        <RowLink href={`/service/tickets/${id}`}>{subject}</RowLink>
        <span className="snippet">{snippet}</span>
      </>
    ),
  },
  requester: {
    label: 'Requester',
    head: 'w-36 max-xl:hidden',
    cell: 'requester-cell',
    isWideOnly: true,
    show: ({ ticket: { requester } }) => requester,
  },
  company: {
    label: 'Company',
    head: 'w-36',
    cell: quiet,
    show: ({ ticket: { companies } }) => companies,
  },
  status: {
    label: 'Status',
    head: 'w-32 max-lg:w-24',
    cell: 'status-cell',
    show: ({ ticket: { status, statusLabel, statusColor } }) => (
      <StatusPill status={status} label={statusLabel} color={statusColor} />
    ),
  },
  type: {
    label: 'Type',
    head: 'w-22',
    cell: quiet,
    show: ({ ticket: { type } }) => type && typeLabel(type),
  },
  assignee: {
    label: 'Assignee',
    head: 'w-8 last:w-10.5',
    cell: 'max-md:hidden',
    hidesLabel: true,
    show: ({ ticket: { assignee }, members }) =>
      assignee ? (
        <Avatar
          name={assignee.name}
          label={responsibleName(assignee, [...members.values()])}
          src={members.get(assignee.id)?.avatarUrl ?? null}
        />
      ) : (
        <UnassignedAvatar />
      ),
  },
  team: {
    label: 'Team',
    head: 'w-28',
    cell: quiet,
    show: ({ ticket: { team } }) => team?.name,
  },
  waiting: {
    label: 'Waiting',
    head: 'w-20',
    cell: 'max-md:hidden',
    order: 'waiting',
    show: ({ ticket: { waitingSince } }) => waitingSince && <Waiting since={waitingSince} />,
  },
  created: {
    label: 'Created',
    head: 'w-22',
    cell: 'text-right text-ink-3 tabular-nums max-md:hidden',
    isNumeric: true,
    order: '-created',
    show: ({ ticket: { createdAt } }) => <Time at={createdAt} />,
  },
  updated: {
    label: 'Updated',
    head: 'w-20',
    cell: 'updated-cell',
    isNumeric: true,
    order: '-updated',
    show: ({ ticket: { updatedAt } }) => <Time at={updatedAt} />,
  },
  solved: {
    label: 'Solved',
    head: 'w-22',
    cell: 'text-right text-ink-3 tabular-nums max-md:hidden',
    isNumeric: true,
    show: ({ ticket: { solvedAt } }) => solvedAt && <Time at={solvedAt} />,
  },
  tags: {
    label: 'Tags',
    head: 'w-36',
    cell: quiet,
    show: ({ ticket: { tags } }) => tags.join(', '),
  },
  channel: {
    label: 'Channel',
    head: 'w-32',
    cell: quiet,
    show: ({ ticket: { channel } }) => channelLabels[channel],
  },
  form: {
    label: 'Form',
    head: 'w-36',
    cell: quiet,
    show: ({ ticket: { form } }) => form?.name,
  },
}

/** Returns all columns that a list can have. */
export const listColumns = (fields: readonly TicketField[]): string[] => [
  ...Object.keys(columnLooks),
  ...fields.map(({ key }) => columnOfField(key)),
]

const isNamed = (name: string): name is TicketColumn => Object.hasOwn(columnLooks, name)

/** Returns how a column looks; undefined if its field does not exist any more. */
export function lookOf(name: string, fields: readonly TicketField[]): Column | undefined {
  if (isNamed(name)) return columnLooks[name]
  const field = fields.find(({ key }) => columnOfField(key) === name)
  return (
    field && {
      label: field.label,
      head: 'w-32',
      cell: quiet,
      show: (context) => <FieldCell {...context} field={field} />,
    }
  )
}

function FieldCell({ ticket: { customFields = {} }, field }: RowContext & { field: TicketField }) {
  const { timeZone } = useSite()
  return customValueInWords(field, customFields[field.key], timeZone)
}

const mostFaces = 2

/** The faces of those who view the ticket, and a pen if somebody writes. */
const PeopleOnRow = ({ people }: { people: Present[] }) => {
  const writers = people.filter(({ field }) => field !== null)
  const words = people.map(({ name, field }) => `${name} ${field === null ? 'is viewing' : 'is writing'}`).join(', ')
  return (
    <span role="img" aria-label={words} title={words} className="mr-2 inline-flex items-center gap-1 align-middle">
      {people.slice(0, mostFaces).map(({ id, name }) => (
        <Avatar key={id} name={name} viewing hideName className="ml-0.75" />
      ))}
      {people.length > mostFaces && <span className="text-micro text-ink-3">+{people.length - mostFaces}</span>}
      {writers.length > 0 && <Icon of={Pen} size={12} className="text-ink-2" />}
    </span>
  )
}
