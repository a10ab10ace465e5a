import { useState } from 'react'
import { parseQuery } from '#contract/search/query.ts'
import { isEmptyValue, offeredChoices, type QueryKey, type QueryKeys } from '#contract/search/query-keys.ts'
import { readTimeValue } from '#contract/search/query-times.ts'
import { namesMembers, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { TagInput } from '#web/service/tickets/ticket/tag-input.tsx'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { type Comparison, comparisonsOf, writeCondition } from './comparisons.ts'

type Props = {
  /** The condition to change as text; null adds a new one. */
  condition: string | null
  /** The keys of the workspace: custom fields, and its own statuses. */
  ownKeys: QueryKeys
  members: Member[]
  onApply: (condition: string) => void
  onClose: () => void
}

type Draft = { name: string; key: QueryKey; comparison: Comparison; values: string[] }

const begin = (keys: QueryKeys, name: string): Draft => {
  const key = keys[name]!
  return { name, key, comparison: comparisonsOf(key)[0]!, values: [] }
}

/** Asks for one condition of a query: key, comparison and value. */
export function ConditionDialog({ condition, ownKeys, members, onApply, onClose }: Props) {
  const keys: QueryKeys = { ...ticketQueryKeys, ...ownKeys }
  const [draft, setDraft] = useState(() => (condition === null ? begin(keys, 'status') : readDraft(keys, condition)))
  const [isChecked, setChecked] = useState(false)
  const { name, key, comparison, values } = draft
  const comparisons = comparisonsOf(key)
  const problem = problemOf(draft)

  function submit() {
    setChecked(true)
    if (!problem) onApply(writeCondition(name, comparison, values))
  }

  return (
    <Dialog open onClose={onClose} title={condition === null ? 'Add a filter' : 'Change the filter'} size="sm">
      <DialogForm label="Apply" onClose={onClose} onSubmit={submit}>
        <Field label="Field">
          <Select
            options={Object.entries(keys).map(([value, { label }]) => ({ value, label }))}
            value={name}
            onChange={(next) => setDraft(begin(keys, next))}
          />
        </Field>
        <Field label="Comparison">
          <Select
            options={comparisons.map(({ id, label }) => ({ value: id, label }))}
            value={comparison.id}
            onChange={(id) => {
              const next = comparisons.find((one) => one.id === id)!
              setDraft({ ...draft, comparison: next, values: next.input === comparison.input ? values : [] })
            }}
          />
        </Field>
        {comparison.input !== 'empty' && comparison.input !== 'filled' && (
          <Value
            {...{ draft, members }}
            error={isChecked && problem}
            onChange={(next) => setDraft({ ...draft, values: next })}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

type ValueProps = {
  draft: Draft
  members: Member[]
  error: string | null | false
  onChange: (values: string[]) => void
}

function Value({ draft: { name, key, comparison, values }, members, error, onChange }: ValueProps) {
  const [value = ''] = values
  const change = (next: string) => onChange(next === '' ? [] : [next])
  if (key.type === 'choice' && comparison.operator === ':')
    return (
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 font-[550]">Any of</legend>
        {offeredChoices(key.choices).map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={values.includes(choice.value)}
            onChange={() =>
              onChange(
                key.choices.map((one) => one.value).filter((one) => values.includes(one) !== (one === choice.value)),
              )
            }
          />
        ))}
        {error && <p className="text-meta text-red-ink">{error}</p>}
      </fieldset>
    )
  if (key.type === 'choice')
    return (
      <Field label="Value" error={error}>
        <Select
          options={offeredChoices(key.choices).map(({ value, label }) => ({ value, label }))}
          value={value}
          onChange={change}
        />
      </Field>
    )
  if (namesMembers(name)) {
    const people = members.map((member) => ({ value: member.id, label: fullName(member) }))
    return (
      <Field label="Member" error={error}>
        <Select options={[{ value: 'me', label: 'Me' }, ...people]} value={value} onChange={change} />
      </Field>
    )
  }
  if (comparison.input === 'span')
    return (
      <Field label="Span" help="A number with m, h, d or w, such as 4h or 3d" error={error}>
        <Input value={value} onChange={(event) => change(event.target.value.trim())} />
      </Field>
    )
  if (key.type === 'tag')
    return (
      <Field label="Tag" error={error}>
        <TagInput value={value} onChange={change} onChoose={change} />
      </Field>
    )
  return (
    <Field label={labels[key.type]} help={key.type === 'person' ? 'Name, mail address or id' : undefined} error={error}>
      <Input
        type={key.type === 'time' ? 'date' : 'text'}
        inputMode={key.type === 'number' ? 'numeric' : key.type === 'decimal' ? 'decimal' : undefined}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  )
}

const labels = {
  ...{ choice: 'Value', person: 'Person', text: 'Text', number: 'Number', decimal: 'Number', time: 'Day' },
}

function problemOf({ key, comparison, values }: Draft): string | null {
  if (comparison.input === 'empty' || comparison.input === 'filled') return null
  const value = values[0]?.trim()
  if (!value) return key.type === 'choice' ? 'Choose a value' : 'Enter a value'
  if (key.type === 'number' && !/^\d{1,9}$/.test(value)) return 'Enter a number without fraction'
  if (key.type === 'decimal' && !/^-?\d{1,15}(\.\d{1,10})?$/.test(value)) return 'Enter a number such as 12 or -3.5'
  if (comparison.input === 'span' && readTimeValue(value)?.kind !== 'span') return 'Enter a span such as 4h or 3d'
  return null
}

function readDraft(keys: QueryKeys, text: string): Draft {
  const { node } = parseQuery(text, keys)
  const isNot = node.kind === 'not'
  const condition = node.kind === 'not' ? node.part : node
  if (condition.kind !== 'condition') return begin(keys, 'status')
  const name = condition.key
  const key = keys[name]!
  const [first] = condition.values
  const isSpan = key.type === 'time' && readTimeValue(first!.text)?.kind === 'span'
  const isEmpty = isEmptyValue(key, first!)
  const input = isEmpty ? (first!.text === 'none' ? 'empty' : 'filled') : isSpan ? 'span' : 'values'
  const comparison = comparisonsOf(key).find(
    (one) => one.operator === condition.operator && one.input === input && Boolean(one.isNot) === isNot,
  )
  return comparison
    ? { name, key, comparison, values: isEmpty ? [] : condition.values.map((value) => value.text) }
    : begin(keys, name)
}
