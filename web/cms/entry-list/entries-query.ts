import { wholeUuid } from '#contract/uuid.ts'
import { listPath } from '#web/cms/entries/entry-words.ts'
import { filterIn } from './filter/filter-words.ts'

export const stages = ['draft', 'in_review', 'scheduled', 'changed', 'published', 'archived', 'trash'] as const
export type Stage = (typeof stages)[number]
export const stageNames: Record<Stage, string> = {
  draft: 'Drafts',
  in_review: 'In review',
  scheduled: 'Scheduled',
  changed: 'With changes',
  published: 'Published',
  archived: 'Archived',
  trash: 'Trash',
}
const orders = ['updated', 'title', 'published', 'created'] as const
export type Order = (typeof orders)[number]

export type EntriesQuery = {
  q: string
  model: string | null
  stage: Stage | null
  category: string | null
  owner: string | null
  reviewer: string | null
  label: string | null
  /** Language in which titles and statuses are shown. Null: the first language. */
  language: string | null
  order: Order
  /** Sorts by a field of the model instead of by `order`: `price` ascending, `-price` descending. */
  sort: string | null
  filter: string
  columns: string[] | null
  cursor: string | null
}

export const isWhole = ({ q, stage, category, owner, reviewer, label, filter }: EntriesQuery) =>
  !(q || stage || category || owner || reviewer || label || filter)

/** Built-in columns of every list. Their names begin with `_`, so that they differ from all field keys. */
export const ownColumns: Record<string, string> = {
  _model: 'Model',
  _languages: 'Languages',
  _status: 'Status',
  _owner: 'Owner',
  _updated: 'Updated',
}
export const mostFieldColumns = 4
const columnName = /^(_(model|languages|status|owner|updated)|[A-Za-z]\w{0,59})$/

export function readEntriesQuery(search: URLSearchParams): EntriesQuery {
  const fitting = (name: string, fits: RegExp) => {
    const value = search.get(name)
    return value && fits.test(value) ? value : null
  }
  return {
    q: search.get('q')?.trim().slice(0, 256) ?? '',
    model: fitting('model', /^[A-Za-z]\w{0,59}$/),
    stage: stages.find((stage) => stage === search.get('status')) ?? null,
    category: fitting('category', wholeUuid),
    owner: fitting('owner', wholeUuid),
    reviewer: fitting('reviewer', wholeUuid),
    label: search.get('label')?.slice(0, 50) || null,
    language: fitting('language', /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/),
    order: orders.find((order) => order === search.get('order')) ?? 'updated',
    ...readFieldWords(search),
    cursor: search.get('cursor'),
  }
}

// Reads filter, sort and columns from the URL. Ignores them without a model, because they refer to fields of the model.
function readFieldWords(search: URLSearchParams): Pick<EntriesQuery, 'sort' | 'filter' | 'columns'> {
  if (!search.get('model')) return { sort: null, filter: '', columns: null }
  const sort = search.get('sort')
  const columns = search.get('columns')
  return {
    sort: sort && /^-?[A-Za-z]\w{0,59}$/.test(sort) ? sort : null,
    filter: filterIn(search).slice(0, mostOfFilter),
    columns: columns === null ? null : [...new Set(columns.split(',').filter((name) => columnName.test(name)))],
  }
}
const mostOfFilter = 4000

export function entriesHref(wanted: Partial<EntriesQuery>): string {
  const search = searchOf(wanted)
  return search ? `${listPath}?${search}` : listPath
}

function searchOf({ stage, order, filter, columns, ...others }: Partial<EntriesQuery>): string {
  const said = { ...others, status: stage, order: order === 'updated' ? null : order }
  const given = Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const shown = columns ? [['columns', columns.join(',')]] : []
  return [new URLSearchParams([...given, ...shown]).toString(), filter].filter(Boolean).join('&')
}

export const viewOf = (query: EntriesQuery) => searchOf({ ...query, cursor: null })

export const isFiltered = ({ q, category, owner, reviewer, label, filter, stage, model }: EntriesQuery) =>
  Boolean(q || category || owner || (reviewer && stage !== 'in_review') || label || filter || (stage && model))

export const matchOf = ({ q, model, stage, category, owner, label, language, order, ...query }: EntriesQuery) => ({
  ...{ order, q: q || undefined, model: model ?? undefined, status: stage ?? undefined },
  ...{ category: category ?? undefined, owner: owner ?? undefined, label: label ?? undefined },
  ...{ reviewer: query.reviewer ?? undefined, locale: language ?? undefined },
  ...{ filter: query.filter || undefined, sort: query.sort ?? undefined },
})

export const usualColumns = Object.keys(ownColumns)

/**
 * Returns the names of the visible columns: built-in columns in fixed order, then the fields of the model in the order
 * of the URL, at most `mostFieldColumns`.
 */
export function columnsOf({ columns }: Pick<EntriesQuery, 'columns'>, fields: readonly { key: string }[]): string[] {
  if (!columns) return usualColumns
  const known = columns.filter((name) => !(name in ownColumns) && fields.some(({ key }) => key === name))
  return [...usualColumns.filter((name) => columns.includes(name)), ...known.slice(0, mostFieldColumns)]
}
