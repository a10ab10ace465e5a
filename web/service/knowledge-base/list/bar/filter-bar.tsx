import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FilterPicker } from '#web/lib/list/filter-picker.tsx'
import type { ArticlesQuery } from '#web/service/knowledge-base/article/articles-query.ts'
import { PickerDialog } from '#web/service/tickets/ticket/dialogs/picker-dialog.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { type Filter, filteredHref } from './filters.ts'

type Props = { query: ArticlesQuery; filters: Filter[] }

/** Each filter with its value; `f` finds any of them by its words. */
export function FilterBar({ query, filters }: Props) {
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
