import { type EntriesQuery, mostFieldColumns, ownColumns } from '#web/cms/entry-list/entries-query.ts'

export const usualColumns = Object.keys(ownColumns)

/** The columns that an address asks for, as far as there are such; own ones in their place, fields where they were put. */
export function columnsOf({ columns }: Pick<EntriesQuery, 'columns'>, fields: readonly { key: string }[]): string[] {
  if (!columns) return usualColumns
  const known = columns.filter((name) => !(name in ownColumns) && fields.some(({ key }) => key === name))
  return [...usualColumns.filter((name) => columns.includes(name)), ...known.slice(0, mostFieldColumns)]
}
