import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Lead, useFieldServices } from '#web/fields/form/field-services.tsx'
import type { NamedModel } from '#web/fields/form/field-shape.ts'
import { useFound } from '#web/lib/network/use-found.ts'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { menuLine, menuRow } from '#web/ui/overlay/menu.tsx'
import { detailOf } from './lead-list.tsx'

type Props = { models: string[] | undefined; chosen: string[]; onChoose: (lead: Lead) => void }
type Row = { lead: Lead } | { create: NamedModel }

export function EntrySearch({ models, chosen, onChoose }: Props) {
  const services = useFieldServices()
  const [query, setQuery] = useState('')
  const [problem, setProblem] = useState('')
  const [isCreating, setCreating] = useState(false)
  const { found, isSearching } = useFound(query.trim(), (words, signal) =>
    services.searchEntries(words, models, signal),
  )
  const creatable = services.models.filter(
    ({ key, id, kind }) => kind === 'collection' && (!models?.length || models.includes(key) || models.includes(id)),
  )
  const rows: Row[] = [
    ...found.filter(({ id }) => !chosen.includes(id)).map((lead) => ({ lead })),
    ...(query.trim() && !isSearching ? creatable.slice(0, 5).map((create) => ({ create })) : []),
  ]

  async function choose(row: Row | undefined, isEarly = false) {
    // Enter before the results arrive must not create an entry.
    if (!row || isCreating || (isEarly && 'create' in row)) return
    if ('lead' in row) return onChoose(row.lead)
    setCreating(true)
    const made = await services.createEntry(row.create.key, query.trim())
    setCreating(false)
    if (typeof made === 'string') setProblem(made)
    else onChoose(made)
  }

  const cursor = useListCursor({
    label: 'Entries',
    ...{ count: rows.length, isSearching },
    onChoose: (at, _event, isEarly) => void choose(rows[at], isEarly),
    resetOn: query,
  })

  return (
    <>
      <input
        {...cursor.inputProps}
        aria-label="Search entries"
        placeholder="Search"
        autoComplete="off"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setProblem('')
        }}
        className="h-7.5 w-full bg-transparent px-2 outline-none"
      />
      <div className={menuLine} />
      {problem && (
        <p role="alert" className="px-2 py-1.5 text-red-ink">
          {problem}
        </p>
      )}
      <div {...cursor.listProps} className="max-h-72 overflow-y-auto">
        {rows.map((row, at) => (
          <div
            key={'lead' in row ? row.lead.id : row.create.id}
            {...cursor.optionProps(at)}
            className={classNames(menuRow, isSearching ? 'opacity-50' : at === cursor.active && 'bg-press')}
          >
            <RowFace row={row} query={query} />
          </div>
        ))}
      </div>
      <p role="status" className="px-2 py-1.5 text-ink-3 empty:hidden">
        {isCreating ? 'Creating the entry' : rows.length === 0 ? (isSearching ? 'Searching' : 'No entries found') : ''}
      </p>
    </>
  )
}

function RowFace({ row, query }: { row: Row; query: string }) {
  const { models } = useFieldServices()
  if ('create' in row)
    return (
      <>
        <Icon of={Plus} className="text-ink-3" />
        <span className="truncate">
          New {row.create.name}: “{query.trim()}”
        </span>
      </>
    )
  return (
    <>
      <span className="truncate">{row.lead.title || 'Untitled'}</span>
      <span className="truncate text-ink-3">{detailOf(row.lead, models)}</span>
    </>
  )
}
