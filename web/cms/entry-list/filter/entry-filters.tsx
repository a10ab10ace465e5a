import { useNavigate } from 'react-router'
import { type EntriesQuery, entriesHref } from '#web/cms/entry-list/entries-query.ts'
import { Select } from '#web/ui/choice/select.tsx'

type Props = {
  query: EntriesQuery
  categories: { id: string; name: string }[]
  members: { id: string; name: string }[]
  languages: string[]
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** What the list is narrowed by beside its place; a filter that has nothing to choose from is left out. */
export function EntryFilters({ query, categories, members, languages }: Props) {
  const navigate = useNavigate()
  const filters = [
    {
      name: 'category',
      label: 'Category',
      any: 'Any category',
      options: categories.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'owner',
      label: 'Owner',
      any: 'Any owner',
      options: members.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'reviewer',
      label: 'Reviewer',
      any: 'Any reviewer',
      options: members.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'language',
      label: 'Language',
      any: languageNames.of(languages[0]!) ?? languages[0]!,
      options: languages.slice(1).map((value) => ({ value, label: languageNames.of(value) ?? value })),
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
