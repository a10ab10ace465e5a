import { useId, useState } from 'react'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { useAround } from './around.tsx'
import { FieldGrid } from './field-grid.tsx'
import type { FieldOf, Values } from './field-shape.ts'
import { useAnyWay } from './lead-to-field.ts'

type Props = {
  fields: FieldOf[]
  values: Values
  onChange: (key: string, value: unknown) => void
  disabled: boolean
}

const unnamed = 'Content'

/** A form of fields, in tabs. */
export function FieldsForm({ fields, values, onChange, disabled }: Props) {
  const tabs = [...new Set(fields.map(tabOf))]
  const [chosen, setChosen] = useState(tabs[0] ?? unnamed)
  const tab = tabs.includes(chosen) ? chosen : (tabs[0] ?? unnamed)
  const panelId = useId()
  const { faultAt } = useAround()
  useAnyWay((path) => {
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
