import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  columnsOf,
  type EntriesQuery,
  entriesHref,
  mostFieldColumns,
  ownColumns,
  usualColumns,
} from '#web/cms/entry-list/entries-query.ts'
import { labelOf } from '#web/cms/entry-list/filter/list-fields.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

type Props = { query: EntriesQuery; fields: FieldOf[] }

export const ColumnsButton = (props: Props) => (
  <Popover
    label="Columns"
    align="end"
    className="w-64 p-3"
    button={
      <Button variant="ghost" icon={Columns3}>
        Columns
      </Button>
    }
  >
    {() => <Columns {...props} />}
  </Popover>
)

/** Stores the chosen columns in a React state, because the URL changes only after the list was loaded again. */
function Columns({ query, fields }: Props) {
  const navigate = useNavigate()
  const [shown, setShown] = useState(() => columnsOf(query, fields))
  const isUsual = shown.join() === usualColumns.join()
  const isFull = shown.filter((name) => !(name in ownColumns)).length >= mostFieldColumns
  const choices = [
    ...Object.entries(ownColumns).map(([value, label]) => ({ value, label })),
    ...fields.map((field) => ({ value: field.key, label: labelOf(field) })),
  ]

  function show(wanted: string[]) {
    const next = columnsOf({ columns: wanted }, fields)
    setShown(next)
    const columns = next.join() === usualColumns.join() ? null : next
    navigate(entriesHref({ ...query, columns }), { replace: true, preventScrollReset: true })
  }

  return (
    <div className="grid gap-3">
      <div className="grid max-h-80 gap-2 overflow-y-auto">
        {choices.map(({ value, label }) => {
          const isShown = shown.includes(value)
          return (
            <Checkbox
              key={value}
              label={label}
              checked={isShown}
              disabled={!isShown && isFull && !(value in ownColumns)}
              onChange={() => show(isShown ? shown.filter((one) => one !== value) : [...shown, value])}
            />
          )
        })}
      </div>
      <p className="text-meta text-ink-3">You can show at most {mostFieldColumns} fields</p>
      {!isUsual && (
        <Button className="justify-self-start" onClick={() => show(usualColumns)}>
          Default columns
        </Button>
      )}
    </div>
  )
}
