import { useState } from 'react'
import { useNavigate } from 'react-router'
import { keysOf } from '#contract/keys-of.ts'
import { FilterPicker } from '#web/lib/list/filter-picker.tsx'
import { markedName } from '#web/lib/words/full-name.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import {
  type ArticlesQuery,
  articlesHref,
  stageNames,
  stages,
} from '#web/service/knowledge-base/article/articles-query.ts'
import type { Member } from '#web/service/knowledge-base/article/types.ts'
import { visibilityLabels } from '#web/service/knowledge-base/article/words.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'

export function FilterBar({ query, filters }: { query: ArticlesQuery; filters: Filter[] }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ f: { label: 'Add a filter', run: () => setOpen(true) } }, { group: 'Article list' })
  const choices = filters.flatMap(({ name, label, options }) =>
    options.map((option) => ({ value: filteredHref(query, name, option.value), label: `${label}: ${option.label}` })),
  )
  return (
    <>
      {filters.map(({ name, ...filter }) => (
        <FilterPicker key={name} {...filter} value={query[name]} hrefOf={(value) => filteredHref(query, name, value)} />
      ))}
      <PickerDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        label="Add a filter"
        options={choices}
        onChoose={(href) => navigate(href)}
      />
    </>
  )
}

type Name = 'stage' | 'visibility' | 'owner' | 'label' | 'language'

type Filter = {
  name: Name
  label: string
  any: string
  options: { value: string; label: string }[]
}

type FilterValues = { members: Member[]; labels: string[]; languages: string[] }

export function filtersOf({ members, labels, languages }: FilterValues): Filter[] {
  const others = languages.slice(1)
  const filters: Filter[] = [
    {
      name: 'stage',
      label: 'Status',
      any: 'any',
      options: stages.map((value) => ({ value, label: stageNames[value] })),
    },
    {
      name: 'visibility',
      label: 'Readers',
      any: 'any',
      options: keysOf(visibilityLabels).map((value) => ({ value, label: visibilityLabels[value] })),
    },
    {
      name: 'owner',
      label: 'Owner',
      any: 'anyone',
      options: members.map((member) => ({ value: member.id, label: markedName(member) })),
    },
    { name: 'label', label: 'Label', any: 'any', options: labels.map((value) => ({ value, label: value })) },
    {
      name: 'language',
      label: 'Language',
      any: 'any',
      options: [
        ...others.map((value) => ({ value, label: `In ${languageName(value)}` })),
        ...others.map((value) => ({ value: `~${value}`, label: `Outdated in ${languageName(value)}` })),
        ...others.map((value) => ({ value: `-${value}`, label: `Not in ${languageName(value)}` })),
      ],
    },
  ]
  return filters.filter(({ options }) => options.length > 0)
}

const filteredHref = (query: ArticlesQuery, name: Name, value: string | null): string =>
  articlesHref({ ...query, [name]: value, cursor: null })
