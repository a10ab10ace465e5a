import { useId, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { FieldFrame } from './field-frame.tsx'
import { useFieldServices } from './field-services.tsx'
import { type FieldOf, isEmpty, type Values } from './field-shape.ts'
import { useFocusRequest } from './focus-field.ts'

type Props = {
  fields: FieldOf[]
  values: Values
  onChange: (key: string, value: unknown) => void
  disabled: boolean
}

const unnamed = 'Content'

export function FieldsForm({ fields, values, onChange, disabled }: Props) {
  const tabs = [...new Set(fields.map(tabOf))]
  const [chosen, setChosen] = useState(tabs[0] ?? unnamed)
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? unnamed)
  const panelId = useId()
  const { faultAt } = useFieldServices()
  useFocusRequest((path) => {
    const field = fields.find(({ key }) => key === path.split('.')[0])
    if (field) setChosen(tabOf(field))
  })

  const drawn = tabs.length > 1 ? fields.filter((field) => tabOf(field) === tab) : fields
  const grid = <FieldGrid {...{ fields, drawn, values, onChange, disabled }} />
  if (tabs.length < 2) return <div className="@container">{grid}</div>
  const items = tabs.map((value) => {
    const faults = fields.filter((field) => tabOf(field) === value && faultAt(field.key)).length
    return { value, label: value, ...(faults > 0 && { count: faults }) }
  })
  return (
    <div className="@container">
      <Tabs
        label="Tabs of the form"
        items={items}
        value={tab}
        onChange={setChosen}
        panelId={panelId}
        className="mb-5 overflow-x-auto border-b border-line"
      />
      <div role="tabpanel" id={panelId} aria-label={tab}>
        {grid}
      </div>
    </div>
  )
}

const tabOf = ({ tab }: Pick<FieldOf, 'tab'>) => tab || unnamed

type GridProps = {
  fields: readonly FieldOf[]
  drawn?: readonly FieldOf[]
  values: Values
  onChange: (key: string, value: unknown) => void
  disabled: boolean
  within?: string
}

export function FieldGrid({ fields, drawn = fields, values, onChange, disabled, within }: GridProps) {
  const { frame } = useFieldServices()
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-5 @xl:grid-cols-6">
      {drawn
        .filter((field) => isShown(field, fields, values))
        .map((field) => {
          const value = values[field.key]
          const framed = (
            <FieldFrame
              field={field}
              path={within ? `${within}.${field.key}` : field.key}
              value={field.kind !== 'json' && isEmpty(value) ? null : value}
              onChange={(next) => onChange(field.key, next)}
              disabled={disabled}
            />
          )
          return (
            <div key={field.id} className={classNames('min-w-0', widths[field.width])}>
              {within ? framed : frame(field, framed)}
            </div>
          )
        })}
    </div>
  )
}

const widths = { full: '@xl:col-span-6', half: '@xl:col-span-3', third: '@xl:col-span-2' }

/** Returns whether a field is shown, according to its condition. The server uses the same rule. */
function isShown({ condition }: Pick<FieldOf, 'condition'>, fields: readonly FieldOf[], values: Values): boolean {
  const other = condition && fields.find(({ id }) => id === condition.field)
  if (!other) return true
  const value = values[other.key]
  if (Array.isArray(value)) return value.includes(condition.equals)
  return value === condition.equals || (condition.equals === false && isEmpty(value))
}
