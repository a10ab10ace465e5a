import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { responsibleName } from '#web/lib/words/full-name.ts'
import {
  addTags,
  assignTo,
  type Changeable,
  removeTag,
  setPriority,
  setStatus,
  setTeam,
  setType,
  type TicketChange,
} from '#web/service/tickets/ticket/changes/changes.ts'
import {
  memberOptions,
  none,
  priorityOptions,
  statusOptions,
  teamOptions,
  typeOptions,
} from '#web/service/tickets/ticket/choices.tsx'
import { readTags } from '#web/service/tickets/ticket/dialogs/tag-dialog.tsx'
import { TagInput } from '#web/service/tickets/ticket/tag-input.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { InlineValue, type InlineValueProps } from '#web/ui/choice/inline-value.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { Tag } from '#web/ui/mark/tag.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import { FollowersProperty } from './followers-property.tsx'
import type { PanelProps } from './panel-props.ts'

type Props = Omit<PanelProps, 'customer' | 'recent'> & { hasKeys?: boolean }

export function PropertiesSection({
  viewer,
  ticket,
  members,
  statuses,
  teams,
  followers,
  following,
  changes: { run },
  canWrite,
  hasKeys,
}: Props) {
  const { status, statusId, statusLabel, statusColor, priority, type, assignee, team } = ticket
  const disabled = !canWrite || status === 'closed'
  const change = (wanted: TicketChange) => run(wanted, [ticket])
  const keys = (key: string) => (hasKeys ? key : undefined)
  const people = memberOptions(members, viewer.id)
  const isMissing = assignee && !people.some(({ value }) => value === assignee.id)

  return (
    <PanelSection>
      <Choice
        label="Status"
        openKeys={keys('S')}
        options={statusOptions(statuses, status === 'new')}
        value={statusId ?? none}
        disabled={disabled}
        onChange={(next) => change(setStatus(statuses.find(({ id }) => id === next)!, viewer))}
      >
        <StatusPill status={status} label={statusLabel} color={statusColor} />
      </Choice>
      <Choice
        label="Priority"
        openKeys={keys('P')}
        options={priorityOptions}
        value={priority ?? 'normal'}
        disabled={disabled}
        onChange={(next) => change(setPriority(next))}
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
        onChange={(id) => change(assignTo(members.find((member) => member.id === id)))}
      />
      {(teams.length > 0 || team) && (
        <Choice
          label="Team"
          openKeys={keys('shift+T')}
          options={teamOptions(teams)}
          value={team?.id ?? none}
          disabled={disabled}
          onChange={(id) => change(setTeam(teams.find((one) => one.id === id)))}
        />
      )}
      <Choice
        label="Type"
        options={typeOptions}
        value={type ?? none}
        disabled={disabled}
        onChange={(next) => change(setType(next || null))}
      />
      <TagsProperty ticket={ticket} run={run} disabled={disabled} />
      <FollowersProperty {...{ followers, following, members, canWrite }} />
    </PanelSection>
  )
}

const Choice = <V extends string>(props: InlineValueProps<V>) => (
  <Property label={props.label}>
    <InlineValue {...props} />
  </Property>
)

type TagsProps = { ticket: Ticket; run: (change: TicketChange, tickets: Changeable[]) => void; disabled: boolean }

const mostTags = 50

function TagsProperty({ ticket, run, disabled }: TagsProps) {
  const [isAdding, setAdding] = useState(false)
  const { tags } = ticket
  return (
    <Property label="Tags">
      {tags.map((tag) => (
        <Tag key={tag} onRemove={disabled ? undefined : () => run(removeTag(tag), [ticket])}>
          {tag}
        </Tag>
      ))}
      {tags.length === 0 && disabled && <span className="text-ink-3">None</span>}
      {isAdding && <TagField ticket={ticket} run={run} onDone={() => setAdding(false)} />}
      {!disabled && !isAdding && tags.length < mostTags && (
        <IconButton size="sm" icon={Plus} label="Add tags" keys="T" onClick={() => setAdding(true)} />
      )}
    </Property>
  )
}

type FieldProps = Omit<TagsProps, 'disabled'> & { onDone: () => void }

function TagField({ ticket, run, onDone }: FieldProps) {
  const [text, setText] = useState('')

  function add(wanted = readTags(text).tags) {
    const added = wanted.filter((tag) => !ticket.tags.includes(tag))
    setText('')
    if (added.length > 0) run(addTags(added), [ticket])
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onDone()
    if ((event.key === 'Enter' || event.key === ',') && text.trim()) add()
    if (['Escape', 'Enter', ','].includes(event.key)) event.preventDefault()
  }

  return (
    <TagInput
      size="sm"
      aria-label="Add tags"
      placeholder="Add a tag"
      autoFocus
      value={text}
      taken={ticket.tags}
      onChange={setText}
      onChoose={(tag) => add([tag])}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (text.trim()) add()
        onDone()
      }}
      className="w-28"
    />
  )
}
