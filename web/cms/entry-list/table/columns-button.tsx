import { Columns3 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type EntriesQuery, entriesHref, mostFieldColumns, ownColumns } from '#web/cms/entry-list/entries-query.ts'
import { type ListField, labelOf } from '#web/cms/entry-list/filter/list-fields.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { columnsOf, usualColumns } from './columns.ts'

type Props = { query: EntriesQuery; fields: ListField[] }

/** Which columns stand beside the title. */
export function ColumnsButton({ query, fields }: Props) {
  const navigate = useNavigate()
  const shown = columnsOf(query, fields)
  const isFull = shown.filter((name) => !(name in ownColumns)).length >= mostFieldColumns
  const go = (columns: string[] | null) =>
    navigate(entriesHref({ ...query, columns }), { replace: true, preventScrollReset: true })

  function toggle(name: string, isShown: boolean) {
    const next = isShown ? [...shown, name] : shown.filter((one) => one !== name)
    go(next.join() === usualColumns.join() ? null : next)
  }

  const choices = [
    ...Object.entries(ownColumns).map(([value, label]) => ({ value, label })),
    ...fields.map((field) => ({ value: field.key, label: labelOf(field) })),
  ]
  return (
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
      {() => (
        <div className="grid max-h-80 gap-2 overflow-y-auto">
          {choices.map(({ value, label }) => {
            const isShown = shown.includes(value)
            return (
              <Checkbox
                key={value}
                label={label}
                checked={isShown}
                disabled={!isShown && isFull && !(value in ownColumns)}
                onChange={({ target }) => toggle(value, target.checked)}
              />
            )
          })}
          <p className="text-meta text-ink-3">At most {mostFieldColumns} fields at once</p>
          {query.columns && (
            <Button className="justify-self-start" onClick={() => go(null)}>
              The usual columns
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
