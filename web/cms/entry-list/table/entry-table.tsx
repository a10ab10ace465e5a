import type { ReactNode } from 'react'
import { EntryStatus, LanguageMarks } from '#web/cms/entries/entry-marks.tsx'
import { type Entry, hrefOf, titleOf } from '#web/cms/entries/entry-words.ts'
import { columnsOf, type EntriesQuery, entriesHref, type Order, ownColumns } from '#web/cms/entry-list/entries-query.ts'
import { isSortable, labelOf } from '#web/cms/entry-list/filter/list-fields.ts'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { Time } from '#web/lib/time/time.tsx'
import { responsibleName } from '#web/lib/words/full-name.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

type Props = {
  label: string
  query: EntriesQuery
  entries: Entry[]
  languages: string[]
  fields: FieldOf[]
  members: { id: string; status: string; avatarUrl: string | null }[]
  cursorId: string | undefined
  selected: ReadonlySet<string>
  onSelect: (id: string, isRange: boolean) => void
  onSelectAll: () => void
  onCursor: (id: string) => void
}

export function EntryTable({ label, query, entries, members, fields, cursorId, selected, onSelectAll, ...row }: Props) {
  const avatars = new Map(members.map(({ id, avatarUrl }) => [id, avatarUrl]))
  const ordered = (order: Order) => ({
    href: entriesHref({ ...query, order, sort: null, cursor: null }),
    sort: query.order === order && !query.sort ? (order === 'title' ? ('up' as const) : ('down' as const)) : undefined,
  })
  const shown = columnsOf(query, fields)
  const own = new Set(shown.filter((name) => name in ownColumns))
  const columns = shown.flatMap((name) => fields.find(({ key }) => key === name) ?? [])
  return (
    <Table label={label}>
      <TableHead className="max-md:hidden">
        <HeaderCell className="w-10.5">
          <BareCheckbox
            label="Select all entries of this page"
            className="bottom-px"
            checked={selected.size === entries.length}
            indeterminate={selected.size > 0 && selected.size < entries.length}
            onChange={onSelectAll}
          />
        </HeaderCell>
        <HeaderCell {...ordered('title')}>Title</HeaderCell>
        {own.has('_model') && <HeaderCell className="w-34 max-xl:hidden">Model</HeaderCell>}
        {columns.map((field) => (
          <HeaderCell
            key={field.id}
            className="w-32 max-lg:hidden"
            {...(isSortable(field) && sortedBy(query, field.key))}
          >
            {labelOf(field)}
          </HeaderCell>
        ))}
        {own.has('_languages') && row.languages.length > 1 && (
          <HeaderCell className="w-30 max-lg:hidden">Languages</HeaderCell>
        )}
        {own.has('_status') && <HeaderCell className="w-48">Status</HeaderCell>}
        {own.has('_owner') && (
          <HeaderCell className="w-8">
            <VisuallyHidden>Owner</VisuallyHidden>
          </HeaderCell>
        )}
        {own.has('_updated') && (
          <HeaderCell className="w-22" align="right" {...ordered('updated')}>
            Updated
          </HeaderCell>
        )}
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            owner={
              entry.owner ? (
                <Avatar
                  name={entry.owner.name}
                  label={responsibleName(entry.owner, members)}
                  src={avatars.get(entry.owner.id) ?? null}
                />
              ) : (
                <UnassignedAvatar label="No owner" />
              )
            }
            isCurrent={entry.id === cursorId}
            isSelected={selected.has(entry.id)}
            {...{ own, columns, ...row }}
          />
        ))}
      </TableBody>
    </Table>
  )
}

function sortedBy(query: EntriesQuery, key: string) {
  const sort: 'up' | 'down' | undefined = query.sort === key ? 'up' : query.sort === `-${key}` ? 'down' : undefined
  return {
    href: entriesHref({ ...query, sort: sort === 'up' ? `-${key}` : key, cursor: null }),
    sort,
  }
}

type RowProps = Pick<Props, 'languages' | 'onSelect' | 'onCursor'> & {
  own: ReadonlySet<string>
  columns: FieldOf[]
  entry: Entry
  owner: ReactNode
  isCurrent: boolean
  isSelected: boolean
}

function EntryRow({ entry, owner, isCurrent, isSelected, languages, own, columns, onSelect, onCursor }: RowProps) {
  const { id, title, picture, updatedAt, model } = entry
  return (
    <TableRow
      data-row={id}
      selected={isSelected}
      current={isCurrent}
      onFocus={() => onCursor(id)}
      className="article-row"
    >
      <Cell className="max-md:hidden">
        <BareCheckbox
          label={`Select ${titleOf(entry)}`}
          className="z-1"
          checked={isSelected}
          onChange={(event) => onSelect(id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
        />
      </Cell>
      <Cell className="max-md:col-span-2 max-md:pt-3.5" title={title}>
        {picture && (
          <img
            src={picture}
            alt=""
            className="mr-3 inline-block h-7 w-10 rounded-xs object-cover align-middle max-md:hidden"
          />
        )}
        <RowLink href={hrefOf(entry.id, entry.language, languages[0])}>{titleOf(entry)}</RowLink>
      </Cell>
      {own.has('_model') && <Cell className="text-ink-2 max-xl:hidden">{model.name}</Cell>}
      {columns.map((field) => (
        <Cell key={field.id} className="text-ink-2 max-lg:hidden">
          <FieldCell field={field} said={entry.columns?.[field.key] ?? []} />
        </Cell>
      ))}
      {own.has('_languages') && languages.length > 1 && (
        <Cell className="max-lg:hidden">
          <LanguageMarks languages={entry.languages} all={languages} />
        </Cell>
      )}
      {own.has('_status') && (
        <Cell className="max-md:pt-0.5">
          <EntryStatus entry={entry} />
        </Cell>
      )}
      {own.has('_owner') && <Cell className="max-md:hidden">{owner}</Cell>}
      {own.has('_updated') && (
        <Cell className="text-right text-ink-3 tabular-nums max-md:pt-0.5 max-md:pr-4 max-md:text-meta">
          <Time at={updatedAt} />
        </Cell>
      )}
    </TableRow>
  )
}

function FieldCell({ field, said }: { field: FieldOf; said: string[] }) {
  const [first] = said
  if (first === undefined) return <span className="text-ink-3">–</span>
  if (field.kind === 'boolean') return first === 'true' ? 'Yes' : 'No'
  if (field.kind === 'datetime') return <Time at={first} style="moment" />
  const words = said.join(', ')
  return <span title={words}>{words}</span>
}
