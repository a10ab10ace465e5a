import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type EntriesQuery, entriesHref } from '#web/cms/entry-list/entries-query.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { useSite } from '#web/lib/use-site.ts'
import { formatFull } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import type { FilterServices } from './filter-dialog.tsx'
import { type Condition, readConditions, writeConditions } from './filter-words.ts'
import { labelOf, listFields } from './list-fields.ts'
import { operatorName, shownAs, takesValue } from './operators.ts'

type Props = {
  query: EntriesQuery
  categories: { id: string; name: string }[]
  members: { id: string; name: string }[]
  languages: string[]
}

export function EntryFilters({ query, categories, members, languages }: Props) {
  const navigate = useNavigate()
  const optionsOf = (items: { id: string; name: string }[]) => items.map(({ id, name }) => ({ value: id, label: name }))
  const filters = [
    { name: 'category', label: 'Category', any: 'Any category', options: optionsOf(categories) },
    { name: 'owner', label: 'Owner', any: 'Any owner', options: optionsOf(members) },
    { name: 'reviewer', label: 'Reviewer', any: 'Any reviewer', options: optionsOf(members) },
    {
      name: 'language',
      label: 'Language',
      any: languageName(languages[0]!),
      options: languages.slice(1).map((value) => ({ value, label: languageName(value) })),
    },
  ] as const
  return filters
    .filter(({ options }) => options.length > 0)
    .map(({ name, label, any, options }) => (
      <div key={name} className="w-34 shrink-0 max-md:min-w-32 max-md:flex-1">
        <Select
          label={label}
          options={[{ value: '', label: any }, ...options]}
          value={query[name] ?? ''}
          onChange={(value) => navigate(entriesHref({ ...query, [name]: value || null, cursor: null }))}
        />
      </div>
    ))
}

const loadDialog = () => import('./filter-dialog.tsx')

type FilterProps = FilterServices & { filter: string; fields: FieldOf[]; hrefOf: (filter: string) => string }

export function FilterButton({ filter, fields, hrefOf, ...services }: FilterProps) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const part = useLazyModule(loadDialog, isOpen)
  useShortcuts({ f: { label: 'Filter', run: () => setOpen(true) } }, { group: 'Content list' })
  return (
    <>
      <Button variant="ghost" icon={ListFilter} busy={isOpen && !part} onClick={() => setOpen(true)}>
        Filter
      </Button>
      {isOpen && part && (
        <part.FilterDialog
          {...{ filter, fields, ...services }}
          onClose={() => setOpen(false)}
          onApply={(conditions) => {
            setOpen(false)
            navigate(hrefOf(writeConditions(conditions)))
          }}
        />
      )}
    </>
  )
}

export function FilterChips({ filter, fields, leads, categories, hrefOf }: FilterProps) {
  const { timeZone } = useSite()
  const read = readConditions(filter)
  if (!read) return <FilterChip value="Nested filter" removeHref={hrefOf('')} />
  const known = listFields(fields)
  const names = new Map([
    ...leads.map(({ id, title }) => [id, title] as const),
    ...categories.map(({ id, name }) => [id, name] as const),
  ])
  return read.items.map((condition, at) => {
    const words = wordsOf(condition, known, names, timeZone)
    return (
      <FilterChip
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but what it says
        key={at}
        label={`${at > 0 && read.join === 'or' ? 'or ' : ''}${words.label} `}
        value={words.value}
        removeHref={hrefOf(writeConditions({ ...read, items: read.items.toSpliced(at, 1) }))}
      />
    )
  })
}

function wordsOf(
  { field: path, operator, value }: Condition,
  fields: FieldOf[],
  names: Map<string, string>,
  timeZone: string,
) {
  const field = fields.find(({ key }) => key === path)
  const shown = shownAs(operator, value)
  const name = operatorName(shown, field?.kind ?? 'text')
  const label = field ? labelOf(field) : path
  if (!takesValue(shown)) return { label, value: name }
  return { label: `${label} ${name}`, value: field ? valueInWords(field, value, names, timeZone) : value }
}

function valueInWords(field: FieldOf, value: string, names: Map<string, string>, timeZone: string): string {
  if (field.kind === 'boolean') return value === 'true' ? 'yes' : 'no'
  if (field.kind === 'datetime' && !Number.isNaN(Date.parse(value))) return formatFull(value, timeZone)
  const options = field.kind === 'select' ? field.options : []
  if (kindViewOf(field.kind).filterInput !== 'byKey') return value
  return value
    .split(',')
    .map((key) => options.find((option) => option.key === key)?.label ?? names.get(key) ?? key)
    .join(', ')
}
