import { assignTo, setPriority, setStatus, setType } from '#web/service/tickets/changes.ts'
import {
  memberName,
  memberOptions,
  none,
  priorityLabel,
  priorityOptions,
  statusOptions,
  typeLabel,
  typeOptions,
} from '#web/service/tickets/choices.tsx'
import type { TicketType } from '#web/service/tickets/types.ts'
import { fullName } from '#web/shell/shell-data.ts'
import { InlineValue } from '#web/ui/inline-value.tsx'
import { PanelSection, Property } from '#web/ui/side-panel.tsx'
import { StatusPill, statusLabel } from '#web/ui/status-pill.tsx'
import type { PanelProps } from './panel-props.ts'
import { TagsProperty } from './tags-property.tsx'

type Props = Omit<PanelProps, 'customer' | 'recent'> & { hasKeys?: boolean }

export function PropertiesSection({ viewer, ticket, members, changes: { run }, canWrite, hasKeys }: Props) {
  const { status, priority, type, assignee } = ticket
  const disabled = !canWrite || status === 'closed'
  const keys = (key: string) => (hasKeys ? key : undefined)
  const people = memberOptions(members, viewer.id)
  // Somebody who left the team may still be named here.
  const isMissing = assignee && !people.some(({ value }) => value === assignee.id)

  function assign(id: string) {
    const member = members.find((one) => one.id === id)
    run(assignTo(member ? { id, name: memberName(member) } : null), [ticket])
  }

  return (
    <PanelSection>
      <Property label="Status">
        <InlineValue
          label="Status"
          openKeys={keys('S')}
          options={statusOptions}
          value={status}
          disabled={disabled}
          onChange={(next) =>
            run(setStatus(next, statusLabel(next), { id: viewer.id, name: fullName(viewer) }), [ticket])
          }
        >
          <StatusPill status={status} />
        </InlineValue>
      </Property>
      <Property label="Priority">
        <InlineValue
          label="Priority"
          openKeys={keys('P')}
          options={priorityOptions}
          value={priority ?? 'normal'}
          disabled={disabled}
          onChange={(next) => run(setPriority(next, priorityLabel(next)), [ticket])}
        />
      </Property>
      <Property label="Assignee">
        <InlineValue
          label="Assignee"
          openKeys={keys('A')}
          options={isMissing ? [...people, { value: assignee.id, label: assignee.name, disabled: true }] : people}
          value={assignee?.id ?? none}
          disabled={disabled}
          onChange={assign}
        />
      </Property>
      <Property label="Type">
        <InlineValue
          label="Type"
          options={typeOptions}
          value={type ?? none}
          disabled={disabled}
          onChange={(next) => {
            const chosen = (next || null) as TicketType | null
            run(setType(chosen, typeLabel(chosen)), [ticket])
          }}
        />
      </Property>
      <TagsProperty ticket={ticket} run={run} disabled={disabled} />
    </PanelSection>
  )
}
