import { fullName, responsibleName } from '#web/lib/words/full-name.ts'
import {
  assignTo,
  setPriority,
  setStatus,
  setType,
  type TicketChange,
} from '#web/service/tickets/ticket/changes/changes.ts'
import {
  memberOptions,
  none,
  priorityLabel,
  priorityOptions,
  statusOptions,
  typeLabel,
  typeOptions,
} from '#web/service/tickets/ticket/choices.tsx'
import { InlineValue, type InlineValueProps } from '#web/ui/choice/inline-value.tsx'
import { StatusPill, statusLabel } from '#web/ui/mark/status-pill.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './panel-props.ts'
import { TagsProperty } from './tags-property.tsx'

type Props = Omit<PanelProps, 'customer' | 'recent'> & { hasKeys?: boolean }

export function PropertiesSection({ viewer, ticket, members, changes: { run }, canWrite, hasKeys }: Props) {
  const { status, priority, type, assignee } = ticket
  const disabled = !canWrite || status === 'closed'
  const change = (wanted: TicketChange) => run(wanted, [ticket])
  const keys = (key: string) => (hasKeys ? key : undefined)
  const people = memberOptions(members, viewer.id)
  // Somebody who left the team may still be named here.
  const isMissing = assignee && !people.some(({ value }) => value === assignee.id)

  function assign(id: string) {
    const member = members.find((one) => one.id === id)
    change(assignTo(member ? { id, name: fullName(member) } : null))
  }

  return (
    <PanelSection>
      <Choice
        label="Status"
        openKeys={keys('S')}
        options={statusOptions}
        value={status}
        disabled={disabled}
        onChange={(next) => change(setStatus(next, statusLabel(next), { id: viewer.id, name: fullName(viewer) }))}
      >
        <StatusPill status={status} />
      </Choice>
      <Choice
        label="Priority"
        openKeys={keys('P')}
        options={priorityOptions}
        value={priority ?? 'normal'}
        disabled={disabled}
        onChange={(next) => change(setPriority(next, priorityLabel(next)))}
      />
      <Choice
        label="Assignee"
        openKeys={keys('A')}
        options={
          isMissing
            ? [...people, { value: assignee.id, label: responsibleName(assignee, members), disabled: true }]
            : people
        }
        value={assignee?.id ?? none}
        disabled={disabled}
        onChange={assign}
      />
      <Choice
        label="Type"
        options={typeOptions}
        value={type ?? none}
        disabled={disabled}
        onChange={(next) => change(setType(next || null, typeLabel(next || null)))}
      />
      <TagsProperty ticket={ticket} run={run} disabled={disabled} />
    </PanelSection>
  )
}

const Choice = <V extends string>(props: InlineValueProps<V>) => (
  <Property label={props.label}>
    <InlineValue {...props} />
  </Property>
)
