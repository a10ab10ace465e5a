import { X } from 'lucide-react'
import { useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { mostMacroActions, snoozeDays } from '#contract/tickets/macro-values.ts'
import type { MacroAction } from '#contract/tickets/macros.ts'
import { readCustomValues } from '#web/fields/custom/custom-fields.ts'
import { CustomInput } from '#web/fields/custom/custom-input.tsx'
import { MoveButtons } from '#web/fields/inputs/move-buttons.tsx'
import { useSite } from '#web/lib/use-site.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { capital, type SnoozeEnd, snoozeWords } from '#web/service/tickets/macros/actions.ts'
import { ProblemSearch } from '#web/service/tickets/problems/problem-search.tsx'
import {
  defaultStatus,
  memberOptions,
  none,
  priorityOptions,
  statusOptions,
  teamOptions,
  typeOptions,
} from '#web/service/tickets/ticket/choices.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import type { Option } from '#web/ui/choice/option.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { MacrosPage } from './macros.tsx'
import { RowList, type RowProps } from './row-list.tsx'

type Props = { actions: MacroAction[]; page: MacrosPage; fault: Fault; onChange: (actions: MacroAction[]) => void }

export const ActionRows = ({ actions, page, fault, onChange }: Props) => (
  <RowList
    legend="Changes"
    addLabel="Add a change"
    items={actions}
    most={mostMacroActions}
    newItem={noTags}
    {...{ fault, onChange }}
    row={(props) => <ActionRow {...props} page={page} />}
  />
)

const noTags: MacroAction = { kind: 'add_tags', tags: [] }

type ActionProps = RowProps<MacroAction> & { page: MacrosPage }

function ActionRow({ item: action, page, at, count, onChange, onMove, onRemove }: ActionProps) {
  const place = `change ${at + 1}`
  return (
    <div className="flex items-start gap-1.5 max-sm:flex-wrap">
      <span className="w-44 shrink-0 max-sm:w-full">
        <Select
          label={`What ${place} does`}
          options={whatOptions(page.fields)}
          value={whatOf(action)}
          placeholder="Deleted field"
          onChange={(what) => onChange(newAction(what, page))}
        />
      </span>
      <span className="min-w-0 flex-1">
        <ActionValue key={whatOf(action)} label={`Value of ${place}`} {...{ action, page, onChange }} />
      </span>
      <span className="flex shrink-0">
        <MoveButtons at={at} count={count} labelOf={(direction) => `Move ${place} ${direction}`} onMove={onMove} />
        <IconButton icon={X} label={`Remove ${place}`} onClick={onRemove} />
      </span>
    </div>
  )
}

const whatOptions = (fields: TicketField[]): Option[] => [
  { value: 'status', label: 'Set status' },
  { value: 'priority', label: 'Set priority' },
  { value: 'assignee', label: 'Set assignee' },
  { value: 'team', label: 'Set team' },
  { value: 'type', label: 'Set type' },
  { value: 'add_tags', label: 'Add tags' },
  { value: 'remove_tags', label: 'Remove tags' },
  { value: 'snooze', label: 'Snooze' },
  { value: 'add_follower', label: 'Add a follower' },
  { value: 'link_to_problem', label: 'Link to a problem' },
  ...fields.map(({ key, label }) => ({ value: `field.${key}`, label: `Set ${label}` })),
]

const whatOf = (action: MacroAction) =>
  action.kind !== 'set' ? action.kind : action.field === 'statusId' ? 'status' : action.field

function newAction(what: string, { statuses }: MacrosPage): MacroAction {
  switch (what) {
    case 'status':
      return { kind: 'set', field: 'statusId', value: defaultStatus(statuses, 'pending').id }
    case 'priority':
      return { kind: 'set', field: what, value: 'high' }
    case 'assignee':
      return { kind: 'set', field: what, value: 'me' }
    case 'add_tags':
    case 'remove_tags':
      return { kind: what, tags: [] }
    case 'snooze':
      return { kind: what, until: { amount: 3, unit: 'days' } }
    case 'add_follower':
      return { kind: what, member: 'me' }
    case 'link_to_problem':
      return { kind: what, problem: '' }
    default:
      return { kind: 'set', field: what, value: null }
  }
}

type ValueProps = Pick<ActionProps, 'page' | 'onChange'> & { action: MacroAction; label: string }

function ActionValue({ action, page, label, onChange }: ValueProps) {
  switch (action.kind) {
    case 'add_tags':
    case 'remove_tags':
      return <TagsValue label={label} tags={action.tags} onChange={(tags) => onChange({ ...action, tags })} />
    case 'snooze':
      return (
        <Select
          label={label}
          options={snoozeOptions(action.until)}
          value={JSON.stringify(action.until)}
          onChange={(chosen) => onChange({ ...action, until: JSON.parse(chosen) })}
        />
      )
    case 'link_to_problem':
      if (action.number !== undefined) return <p className="py-1.5">Problem {action.number}</p>
      return <ProblemSearch onChoose={({ id, number }) => onChange({ ...action, problem: id, number })} />
    case 'add_follower':
      return (
        <Select
          label={label}
          options={peopleOptions(page).filter(({ value }) => value !== none)}
          value={action.member}
          placeholder="Former member"
          onChange={(member) => onChange({ ...action, member })}
        />
      )
    case 'set':
      return (
        <SettingValue
          {...{ page, label }}
          field={action.field}
          value={action.value}
          onSet={(field, value) => onChange({ kind: 'set', field, value })}
        />
      )
  }
}

type SettingProps = {
  page: MacrosPage
  label: string
  field: string
  value: unknown
  onSet: (field: string, value: unknown) => void
}

function SettingValue({ page, label, field, value, onSet }: SettingProps) {
  const { statuses, fields, teams } = page
  const set = (next: unknown) => onSet(field, next)
  const custom = fields.find(({ key }) => field === `field.${key}`)
  if (custom) return <CustomValue field={custom} {...{ label, value }} onChange={set} />
  switch (field) {
    case 'status':
    case 'statusId':
      return (
        <Select
          label={label}
          options={statusOptions(statuses)}
          value={
            field === 'statusId' ? String(value) : statuses.find((one) => one.isDefault && one.category === value)?.id
          }
          placeholder="Deleted status"
          onChange={(id) => onSet('statusId', id)}
        />
      )
    case 'priority':
      return <Select label={label} options={priorityOptions} value={String(value)} onChange={set} />
    case 'type':
      return (
        <Select
          label={label}
          options={typeOptions}
          value={String(value ?? none)}
          onChange={(type) => set(type === none ? null : type)}
        />
      )
    case 'team':
      return (
        <Select
          label={label}
          options={teamOptions(teams)}
          value={String(value ?? none)}
          placeholder="Deleted team"
          onChange={(id) => set(id === none ? null : id)}
        />
      )
    case 'assignee':
      return (
        <Select
          label={label}
          options={peopleOptions(page)}
          value={String(value ?? none)}
          placeholder="Former member"
          onChange={(id) => set(id === none ? null : id)}
        />
      )
    default:
      return <p className="py-1.5 text-red-ink">This field does not exist any more. Remove this change.</p>
  }
}

const peopleOptions = ({ members, viewer }: MacrosPage): Option[] => [
  { value: 'me', label: 'Who applies the macro' },
  ...memberOptions(members, viewer.id).map((option) => ({ ...option, detail: undefined })),
]

const snoozes: SnoozeEnd[] = [
  ...[1, 2, 4, 8].map((amount) => ({ amount, unit: 'hours' as const })),
  ...[1, 2, 3, 5].map((amount) => ({ amount, unit: 'days' as const })),
  ...[1, 2, 4].map((amount) => ({ amount, unit: 'weeks' as const })),
  ...snoozeDays.map((next) => ({ next })),
]

function snoozeOptions(present: SnoozeEnd): Option[] {
  const values = [...new Set([...snoozes, present].map((until) => JSON.stringify(until)))]
  return values.map((value) => ({ value, label: capital(snoozeWords(JSON.parse(value))) }))
}

type TagsProps = { label: string; tags: string[]; onChange: (tags: string[]) => void }

function TagsValue({ label, tags, onChange }: TagsProps) {
  const [typed, setTyped] = useState(tags.join(', '))
  return (
    <Input
      aria-label={label}
      placeholder="Tags, separated by commas"
      autoComplete="off"
      maxLength={2000}
      value={typed}
      onText={(text) => {
        setTyped(text)
        onChange([...new Set(text.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean))
      }}
    />
  )
}

type CustomProps = { field: TicketField; label: string; value: unknown; onChange: (value: unknown) => void }

function CustomValue({ field, label, value, onChange }: CustomProps) {
  const { timeZone } = useSite()
  const [start] = useState(value)
  return (
    <fieldset
      aria-label={label}
      onInput={({ currentTarget: { form } }) =>
        form && onChange(readCustomValues(new FormData(form), [field])[field.key])
      }
    >
      <CustomInput field={field} value={start} timeZone={timeZone} label={label} />
    </fieldset>
  )
}
