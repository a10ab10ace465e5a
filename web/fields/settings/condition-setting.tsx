import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { ChoiceSetting, NumberSetting } from '#web/fields/settings/setting-rows.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Condition = NonNullable<FieldOf['condition']>
type Props = {
  value: Condition | null
  siblings: FieldOf[]
  isSubmitted: boolean
  fault: Fault
  onChange: (condition: Condition | null) => void
}

export const isWhole = (condition: Condition | null) => condition === null || condition.equals !== ''

export function ConditionSetting({ value: condition, siblings, isSubmitted, fault, onChange }: Props) {
  const others = siblings.filter(({ kind }) => kindViewOf(kind).isCondition)
  const other = others.find(({ id }) => id === condition?.field)
  if (others.length === 0) return null
  return (
    <>
      <ChoiceSetting
        label="Show this field"
        fault={fault}
        options={[
          { value: '', label: 'Always' },
          ...others.map(({ id, key, label }) => ({ value: id, label: `When ${label || key} is…` })),
        ]}
        value={other?.id ?? ''}
        onChange={(id) => onChange(firstOf(others.find((field) => field.id === id)))}
      />
      {other && condition && (
        <EqualsSetting
          key={other.id}
          {...{ other, condition }}
          error={isSubmitted && !isWhole(condition) && 'Enter a value'}
          onChange={(equals) => onChange({ ...condition, equals })}
        />
      )}
    </>
  )
}

function firstOf(other: FieldOf | undefined): Condition | null {
  if (!other) return null
  if (other.kind === 'boolean') return { field: other.id, equals: true }
  return { field: other.id, equals: other.kind === 'select' ? (other.options[0]?.key ?? '') : '' }
}

type EqualsProps = {
  other: FieldOf
  condition: Condition
  error: string | false
  onChange: (equals: Condition['equals']) => void
}

function EqualsSetting({ other, condition: { equals }, error, onChange }: EqualsProps) {
  const label = other.label || other.key
  if (other.kind === 'integer')
    return (
      <NumberSetting
        label={`Value of ${label}`}
        fault={{ error: error || undefined, onChanged() {} }}
        value={typeof equals === 'number' ? equals : undefined}
        onChange={(value) => onChange(value ?? '')}
      />
    )
  if (other.kind !== 'boolean' && other.kind !== 'select')
    return (
      <Field label={`Value of ${label}`} help="Exact match" error={error}>
        <Input value={String(equals)} maxLength={200} onChange={({ target }) => onChange(target.value)} />
      </Field>
    )
  const options =
    other.kind === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : other.options.map((option) => ({ value: option.key, label: option.label || option.key }))
  return (
    <Field label={`Value of ${label}`} error={error}>
      <Select
        options={options}
        value={String(equals)}
        onChange={(value) => onChange(other.kind === 'boolean' ? value === 'true' : value)}
      />
    </Field>
  )
}
