import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ArticlesQuery } from '#web/service/knowledge-base/articles-query.ts'
import { PickerDialog } from '#web/service/tickets/dialogs/picker-dialog.tsx'
import { FilterList } from '#web/ui/choice/filter-list.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { anyValue, type Filter, filteredHref } from './filters.ts'

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
      {filters.map((filter) => (
        <FilterPicker key={filter.name} query={query} filter={filter} />
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

function FilterPicker({ query, filter: { name, label, any, options } }: { query: ArticlesQuery; filter: Filter }) {
  const navigate = useNavigate()
  const value = query[name]
  const chosen = options.find((option) => option.value === value)
  return (
    <span className={classNames(frame, chosen ? 'border-accent/30 bg-selected text-accent-ink' : resting)}>
      <Popover
        label={label}
        className="w-60 p-1"
        button={
          <button type="button" className="touch-area inline-flex h-full items-center gap-1.25 rounded-sm px-2">
            {label} <b className="max-w-40 truncate font-[550] text-ink">{chosen?.label.toLowerCase() ?? any}</b>
            {!chosen && <Icon of={ChevronDown} size={12} />}
          </button>
        }
      >
        {(close) => (
          <FilterList
            label={label}
            options={[{ value: anyValue, label: any[0]!.toUpperCase() + any.slice(1) }, ...options]}
            value={value ?? anyValue}
            onChoose={(next) => {
              close()
              navigate(filteredHref(query, name, next || null))
            }}
          />
        )}
      </Popover>
      {chosen && (
        <Link
          to={filteredHref(query, name, null)}
          aria-label={`Remove the filter ${label} ${chosen.label}`}
          className="touch-area grid h-full w-6 place-items-center rounded-sm"
        >
          <Icon of={X} size={12} />
        </Link>
      )}
    </span>
  )
}

const frame = 'inline-flex h-6 shrink-0 items-center rounded-sm border text-meta whitespace-nowrap touch:h-8'
const resting = 'border-line-strong bg-surface text-ink-3 hover:bg-hover'
