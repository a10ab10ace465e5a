import type { ShownField } from '#web/cms/settings/model-page.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { NumberSetting } from '#web/fields/settings/setting-rows.tsx'
import type { Fault } from '#web/lib/write/use-faults.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type Condition = NonNullable<ShownField['condition']>
type Props = {
  condition: Condition | null
  siblings: FieldOf[]
  /** Somebody wanted to go on without a value. */
  isAsked: boolean
  fault: Fault
  onChange: (condition: Condition | null) => void
}

/** Kinds of which one value is compared. */
const compared = ['boolean', 'select', 'text', 'integer', 'decimal']

export const isWhole = (condition: Condition | null) => condition === null || condition.equals !== ''

/** Beside which value of which other field it is shown. */
export function ConditionSetting({ condition, siblings, isAsked, fault, onChange }: Props) {
  const others = siblings.filter(({ kind }) => compared.includes(kind))
  const other = others.find(({ id }) => id === condition?.field)
  if (others.length === 0) return null
  return (
    <>
      <Field label="Shown" {...fault}>
        <Select
          options={[
            { value: '', label: 'Always' },
            ...others.map(({ id, key, label }) => ({ value: id, label: `When ${label || key} is…` })),
          ]}
          value={other?.id ?? ''}
          onChange={(id) => onChange(firstOf(others.find((one) => one.id === id)))}
        />
      </Field>
      {other && condition && (
        <EqualsSetting
          key={other.id}
          {...{ other, condition }}
          error={isAsked && !isWhole(condition) && 'Enter the value beside which it is shown'}
          onChange={(equals) => onChange({ ...condition, equals })}
        />
      )}
    </>
  )
}

/** What is chosen first of a field's values. */
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
      <Field label={`Value of ${label}`} help="Exactly this" error={error}>
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
