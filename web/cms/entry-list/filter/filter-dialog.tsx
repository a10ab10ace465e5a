import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { FieldsAroundProvider } from '#web/fields/form/around.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { ConditionValue } from './condition-value.tsx'
import { type Condition, type Conditions, noConditions, readConditions } from './filter-words.ts'
import { type ListField, labelOf, listFields } from './list-fields.ts'
import { askedAs, operatorName, operatorsFor, type ShownOperator, shownAs, takesValue } from './operators.ts'
import { type AroundFilter, useAroundFilter } from './use-around-filter.ts'

type Props = AroundFilter & {
  filter: string
  fields: ListField[]
  onApply: (conditions: Conditions) => void
  onClose: () => void
}

/** So many may a filter compare in all; the API says the same. */
const mostConditions = 20

/** Says what a list is narrowed by: fields, how they are compared, and with what. */
export function FilterDialog({ filter, fields: own, onApply, onClose, ...around }: Props) {
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
    // The row is not there before the next drawing.
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
            This list has a nested filter that cannot be shown here. Your filter replaces it.
          </Banner>
        )}
        <div>
          <Segments
            label="Which entries"
            options={[
              { value: 'and', label: 'All of these' },
              { value: 'or', label: 'Any of these' },
            ]}
            value={conditions.join}
            onChange={(join) => setConditions({ ...conditions, join })}
          />
        </div>
        <FieldsAroundProvider around={useAroundFilter(around)}>
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
        </FieldsAroundProvider>
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

const newCondition = (field: ListField): Condition =>
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
  fields: ListField[]
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
          options={[...new Set<string>([...known, operator])].map((value) => ({
            value,
            label: operatorName(value, field?.kind ?? 'text'),
          }))}
          value={operator}
          onChange={(next) => onChange(withOperator(condition, next as ShownOperator))}
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
