import type { Lead } from '#web/fields/form/around.tsx'
import { faceOf } from '#web/fields/kinds.ts'
import { useSite } from '#web/lib/use-site.ts'
import { formatFull } from '#web/lib/words/format.ts'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { type Condition, readConditions, writeConditions } from './filter-words.ts'
import { type ListField, labelOf, listFields } from './list-fields.ts'
import { operatorName, shownAs, takesValue } from './operators.ts'

type Props = {
  filter: string
  fields: ListField[]
  leads: Lead[]
  categories: { id: string; name: string }[]
  hrefOf: (filter: string) => string
}

/** What a list is narrowed by, each with its way out. */
export function FilterChips({ filter, fields, leads, categories, hrefOf }: Props) {
  const { timeZone } = useSite()
  const read = readConditions(filter)
  if (!read) return <FilterChip value="A filter of several levels" removeHref={hrefOf('')} />
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
  fields: ListField[],
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

function valueInWords(field: ListField, value: string, names: Map<string, string>, timeZone: string): string {
  if (field.kind === 'boolean') return value === 'true' ? 'yes' : 'no'
  if (field.kind === 'datetime' && !Number.isNaN(Date.parse(value))) return formatFull(value, timeZone)
  const options = field.kind === 'select' ? field.options : []
  if (faceOf(field.kind).filterInput !== 'byKey') return value
  return value
    .split(',')
    .map((key) => options.find((option) => option.key === key)?.label ?? names.get(key) ?? key)
    .join(', ')
}
