import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { findEntries } from '#web/cms/entries/find-entries.ts'
import {
  type CategoryChoice,
  defaultFieldServices,
  type FieldServices,
  FieldServicesContext,
  type Lead,
} from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { useSite } from '#web/lib/use-site.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { type Condition, type Conditions, noConditions, readConditions } from './filter-words.ts'
import { labelOf, listFields } from './list-fields.ts'
import {
  askedAs,
  operatorName,
  operatorsFor,
  type ShownOperator,
  shownAs,
  takesSeveral,
  takesValue,
} from './operators.ts'

type Props = FilterServices & {
  filter: string
  fields: FieldOf[]
  onApply: (conditions: Conditions) => void
  onClose: () => void
}

const mostConditions = 20

export function FilterDialog({ filter, fields: own, onApply, onClose, ...services }: Props) {
  const read = readConditions(filter)
  const fields = listFields(own)
  const [conditions, setConditions] = useState(() => {
    const begun = read ?? noConditions
    return begun.items.length > 0 ? begun : { ...begun, items: [newCondition(fields[0]!)] }
  })
  const [isChecked, setChecked] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const { items } = conditions
  const change = (at: number, condition: Condition) =>
    setConditions({ ...conditions, items: items.with(at, condition) })

  function add() {
    setConditions({ ...conditions, items: [...items, newCondition(fields[0]!)] })
    // Moves the focus after the next render, because the new row does not exist yet.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('li:last-child input, li:last-child button')?.focus(),
    )
  }

  function submit() {
    setChecked(true)
    const missing = items.findIndex(isUnsaid)
    if (missing < 0) return onApply(conditions)
    list.current?.children[missing]?.querySelector<HTMLElement>('[data-value] input, [data-value] button')?.focus()
  }

  return (
    <Dialog open onClose={onClose} title="Filter" size="md">
      <DialogForm label="Apply" onClose={onClose} onSubmit={submit}>
        {!read && (
          <Banner tone="warning">
            This list has a nested filter that cannot be shown here. A filter that you apply here replaces it.
          </Banner>
        )}
        <div>
          <Segments
            label="Entries that match"
            options={[
              { value: 'and', label: 'All conditions' },
              { value: 'or', label: 'Any condition' },
            ]}
            value={conditions.join}
            onChange={(join) => setConditions({ ...conditions, join })}
          />
        </div>
        <FieldServicesContext value={useFilterServices(services)}>
          <ul ref={list} aria-label="Conditions" className="grid gap-3">
            {items.map((condition, at) => (
              <ConditionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but what it says
                key={at}
                {...{ condition, fields, number: at + 1 }}
                error={isChecked && isUnsaid(condition) ? 'Enter a value to compare with' : undefined}
                onChange={(next) => change(at, next)}
                onRemove={() => setConditions({ ...conditions, items: items.toSpliced(at, 1) })}
              />
            ))}
          </ul>
        </FieldServicesContext>
        <Button
          icon={Plus}
          className="justify-self-start"
          disabledReason={items.length >= mostConditions ? 'A filter has at most 20 conditions' : undefined}
          onClick={add}
        >
          Add a condition
        </Button>
      </DialogForm>
    </Dialog>
  )
}

const newCondition = (field: FieldOf): Condition =>
  withOperator({ field: field.key, operator: '', value: '' }, operatorsFor(field)[0]!)

const withOperator = (condition: Condition, operator: ShownOperator): Condition => ({
  ...condition,
  operator: askedAs(operator),
  value: takesValue(operator)
    ? takesValue(shownAs(condition.operator, condition.value))
      ? condition.value
      : ''
    : String(operator === 'exists'),
})

const isUnsaid = ({ operator, value }: Condition) => takesValue(shownAs(operator, value)) && value.trim() === ''

type RowProps = {
  condition: Condition
  fields: FieldOf[]
  number: number
  error: string | undefined
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function ConditionRow({ condition, fields, number, error, onChange, onRemove }: RowProps) {
  const field = fields.find(({ key }) => key === condition.field.split('.')[0])
  const operator = shownAs(condition.operator, condition.value)
  const known = field ? operatorsFor(field) : []
  const chooseField = (key: string) => onChange(newCondition(fields.find((one) => one.key === key) ?? fields[0]!))
  return (
    <li className="grid gap-1.5 rounded-sm border border-line p-2">
      <div className="flex items-center gap-1.5">
        <Select
          className="min-w-0 flex-1"
          label={`Field of condition ${number}`}
          options={[
            ...fields.map((one) => ({ value: one.key, label: labelOf(one) })),
            ...(field?.key === condition.field ? [] : [{ value: condition.field, label: condition.field }]),
          ]}
          value={condition.field}
          onChange={chooseField}
        />
        <Select
          className="min-w-0 flex-1"
          label={`Comparison of condition ${number}`}
          options={[...new Set([...known, operator])].map((value) => ({
            value,
            label: operatorName(value, field?.kind ?? 'text'),
          }))}
          value={operator}
          onChange={(next) => onChange(withOperator(condition, next))}
        />
        <IconButton icon={X} label={`Remove condition ${number}`} onClick={onRemove} />
      </div>
      {takesValue(operator) && (
        <div data-value>
          <ConditionValue
            key={`${condition.field} ${operator}`}
            {...{ condition, operator, field: field?.key === condition.field ? field : undefined }}
            label={`Value of condition ${number}`}
            error={error}
            onChange={(value) => onChange({ ...condition, value })}
          />
        </div>
      )}
    </li>
  )
}

type ValueProps = {
  condition: Condition
  operator: ShownOperator
  /** Undefined if the condition is about a field of a referenced entry. */
  field: FieldOf | undefined
  label: string
  error: string | undefined
  onChange: (value: string) => void
}

function ConditionValue({ condition: { value }, operator, field, label, error, onChange }: ValueProps) {
  if (field?.kind === 'boolean') return <YesOrNo {...{ value, label, error, onChange }} />
  if (field && kindViewOf(field.kind).filterInput === 'byKey') {
    const many = takesSeveral(operator)
    const ids = value.split(',').filter(Boolean)
    const { Input: OwnInput } = kindViewOf(field.kind)
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
  if (field && kindViewOf(field.kind).filterInput === 'own' && !takesSeveral(operator)) {
    const { Input: OwnInput } = kindViewOf(field.kind)
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
  if (takesSeveral(operator)) return 'Several values, separated by commas'
  if (operator === 'near') return 'Latitude, longitude and kilometres: 52.5,13.4,10'
  if (operator === 'within') return 'South, west, north and east: 52.3,13.1,52.7,13.8'
  return undefined
}

const Named = ({ label, error, children }: { label: string; error: string | undefined; children: React.ReactNode }) => (
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
}: Omit<ValueProps, 'condition' | 'operator' | 'field'> & { value: string }) => (
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

export type FilterServices = { categories: CategoryChoice[]; leads: Lead[] }

function useFilterServices({ categories, leads }: FilterServices): FieldServices {
  const { timeZone } = useSite()
  const [chosen, setChosen] = useState<Lead[]>([])
  return {
    ...defaultFieldServices(timeZone),
    categories,
    leadOf: (id) => [...chosen, ...leads].find((lead) => lead.id === id),
    remember: (more) => setChosen((before) => [...before, ...more]),
    searchEntries: findEntries,
  }
}
