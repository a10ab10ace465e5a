import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { faceOf } from '#web/fields/kinds.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Condition } from './filter-words.ts'
import { type ShownOperator, takesSeveral } from './operators.ts'

type Props = {
  condition: Condition
  operator: ShownOperator
  /** Undefined where it is compared through what it leads to. */
  field: FieldOf | undefined
  label: string
  error: string | undefined
  onChange: (value: string) => void
}

/** What a field is compared with, by the input of its kind. */
export function ConditionValue({ condition: { value }, operator, field, label, error, onChange }: Props) {
  if (field?.kind === 'boolean') return <YesOrNo {...{ value, label, error, onChange }} />
  if (field && faceOf(field.kind).filterInput === 'byKey') {
    const many = takesSeveral(operator)
    const ids = value.split(',').filter(Boolean)
    const { Input: OwnInput } = faceOf(field.kind)
    return (
      <Named {...{ label, error }}>
        <OwnInput
          field={{ ...field, many, max: undefined } as FieldOf}
          value={many ? ids : (ids[0] ?? null)}
          disabled={false}
          path=""
          onChange={(next) => onChange([next ?? []].flat().join(','))}
        />
      </Named>
    )
  }
  if (field && faceOf(field.kind).filterInput === 'own' && !takesSeveral(operator)) {
    const { Input: OwnInput } = faceOf(field.kind)
    const typed = field.kind === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value || null
    return (
      <Field label={<VisuallyHidden>{label}</VisuallyHidden>} error={error}>
        <OwnInput
          field={field}
          value={typed}
          disabled={false}
          path=""
          onChange={(next) => onChange(next === null ? '' : String(next))}
        />
      </Field>
    )
  }
  return (
    <Field label={<VisuallyHidden>{label}</VisuallyHidden>} error={error} help={helpOf(operator)}>
      <Input value={value} maxLength={1000} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

const helpOf = (operator: ShownOperator) => {
  if (takesSeveral(operator)) return 'Several, with commas between them'
  if (operator === 'near') return 'Latitude, longitude and kilometres: 52.5,13.4,10'
  if (operator === 'within') return 'South, west, north and east: 52.3,13.1,52.7,13.8'
  return undefined
}

type NamedProps = { label: string; error: string | undefined; children: React.ReactNode }

const Named = ({ label, error, children }: NamedProps) => (
  <fieldset aria-label={label} className="min-w-0">
    {children}
    {error && (
      <p role="alert" className="mt-1.5 text-meta text-red-ink">
        {error}
      </p>
    )}
  </fieldset>
)

const YesOrNo = ({
  value,
  label,
  error,
  onChange,
}: Omit<Props, 'condition' | 'operator' | 'field'> & { value: string }) => (
  <Field label={<VisuallyHidden>{label}</VisuallyHidden>} error={error}>
    <Select
      options={[
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
      value={value}
      onChange={onChange}
    />
  </Field>
)
