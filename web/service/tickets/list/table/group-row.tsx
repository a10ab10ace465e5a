import { Building2, ChevronDown, ChevronRight, Tag, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { priorities, statuses } from '#contract/tickets/ticket-values.ts'
import type { TicketGroup } from '#contract/tickets/tickets.ts'
import { fieldOfColumn, type TicketGrouping } from '#contract/tickets/view-values.ts'
import { priorityLabel } from '#web/service/tickets/ticket/choices.tsx'
import { countText } from '#web/service/tickets/ticket/views.ts'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { PriorityGlyph } from '#web/ui/mark/priority-glyph.tsx'
import { StatusGlyph, statusLabel } from '#web/ui/mark/status-pill.tsx'

type Props = {
  group: TicketGroup
  grouping: TicketGrouping
  columns: readonly { isWideOnly?: true }[]
  isFolded: boolean
  onFold: (isFolded: boolean) => void
}

/** The head of a group of rows. It stays below the head of the table while its rows scroll. */
export function GroupRow({ group, grouping, columns, isFolded, onFold }: Props) {
  const { label, glyph } = faceOf(group, grouping)
  const count = countText(group.count, group.isMore)
  const wideOnly = columns.filter(({ isWideOnly }) => isWideOnly).length
  return (
    <tr data-group={group.value} className="max-md:block">
      <th
        scope="rowgroup"
        colSpan={columns.length - wideOnly + 1}
        className={`${bar} px-4 text-left font-normal max-md:top-0 max-md:block md:px-5`}
      >
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={() => onFold(!isFolded)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowLeft' && !isFolded) onFold(true)
            if (key === 'ArrowRight' && isFolded) onFold(false)
          }}
          className="touch-area inline-flex h-6 max-w-full items-center gap-2 rounded-xs align-middle"
        >
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={14} className="text-ink-3" />
          {glyph}
          <span className="truncate font-[550]">{label}</span>
          <span className="text-meta text-ink-3 tabular-nums">{count}</span>
        </button>
      </th>
      {/* A span over hidden columns would add an empty column to the table. */}
      {wideOnly > 0 && <td colSpan={wideOnly} className={`${bar} max-xl:hidden`} />}
    </tr>
  )
}

const bar = 'sticky top-8 z-1 h-8 border-b border-line bg-sunken'

/** A group without a name has the tickets without a member, team, company or option. */
function faceOf({ value, name }: TicketGroup, grouping: TicketGrouping): { label: string; glyph: ReactNode } {
  if (grouping === 'team') return { label: name ?? 'No team', glyph: <QuietIcon of={Users} /> }
  if (grouping === 'company') return { label: name ?? 'No company', glyph: <QuietIcon of={Building2} /> }
  if (fieldOfColumn(grouping)) return { label: name ?? 'No value', glyph: <QuietIcon of={Tag} /> }
  const status = statuses.find((one) => one === value)
  if (status) return { label: statusLabel(status), glyph: <StatusGlyph status={status} /> }
  const priority = priorities.find((one) => one === value)
  if (priority)
    return {
      label: priorityLabel(priority),
      glyph: (
        <span aria-hidden>
          <PriorityGlyph priority={priority} />
        </span>
      ),
    }
  if (name) return { label: name, glyph: <Avatar name={name} hideName /> }
  return {
    label: 'Unassigned',
    glyph: (
      <span aria-hidden>
        <UnassignedAvatar />
      </span>
    ),
  }
}

const QuietIcon = ({ of }: { of: IconShape }) => <Icon of={of} size={16} className="text-ink-3" />
