import { type RawBuilder, sql } from 'kysely'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { isOrdered, parseSort, type SortField } from '#server/content/models/sorting.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { inOrder, type TextOrder } from '#server/platform/database/text-order.ts'
import { type ColumnKind, fieldColumn, fieldIn, ownColumn } from './find-column.ts'
import { tooMuch, unknown } from './refuse-query.ts'

/** One part of a sort order, such as whether a value is missing, the value, or the id. */
export type SortKey = {
  value: RawBuilder<unknown>
  kind: 'text' | 'number' | 'time' | 'boolean' | 'uuid'
  isDescending: boolean
  /** The collation of a text that people read. Texts without `letters` are sorted by bytes. */
  letters?: TextOrder
  /**
   * `by`: the column of the rank index with the same order. `as`: converts a cursor value to the type of this column.
   */
  ranked?: { by: RawBuilder<unknown>; as(text: string): RawBuilder<unknown> }
}

/** Aliases: `alias` of the row, `key` of the key index, `ranks` of the rank index. */
type SortSource = { models: Models; model: Model; alias: string; key?: string | undefined; ranks?: string | undefined }
type SortOptions = { sorting: SortField[]; letters: TextOrder; isInAll?: boolean }

const sortable: readonly SortKey['kind'][] = ['text', 'number', 'time', 'boolean', 'uuid']

const newestFirst: SortField[] = [{ path: ['publishedAt'], isDescending: true }]
const defaults = new WeakMap<Model, SortField[]>()

/**
 * Returns the requested order, or the default order of the model without fields that are deleted or no longer sortable.
 * If nothing is left, the newest publications come first.
 */
export function sortingOf(models: Models, model: Model, sort: SortField[] | null): SortField[] {
  const known = sort ?? defaults.get(model)
  if (known) return known
  const usable = parseSort(model.defaultSort).filter(({ path }) => isOrdered(path, model.fields, models.components))
  const sorting = usable.length > 0 ? usable : newestFirst
  defaults.set(model, sorting)
  return sorting
}

// Number of characters by which texts are sorted. It is limited, because sort keys are part of the cursor and thus of
// the URL.
const mostOfText = 200

/** Returns the sort keys. The id, and in lists of all languages the language, make the order unique. */
export function keysOf(ordered: SortSource, { sorting, letters, isInAll = false }: SortOptions): SortKey[] {
  const { alias, key } = ordered
  const keys = sorting.flatMap(({ path, isDescending }, index): SortKey[] => {
    const column = columnOf(ordered, path)
    const kind = sortable.find((one) => one === column.kind)
    if (!kind) throw unknown(`Lists cannot be sorted by ${path.join('.')}`)
    if (kind === 'time' || kind === 'uuid') return [{ value: column.value, kind, isDescending }]
    // Rows without a value come last in both sort directions.
    const isMissing = kind === 'text' ? sql`(coalesce(${column.value}, '') = '')` : sql`(${column.value} is null)`
    const isRead = kind === 'text' && (column.field === null || ruleOf(column.field).isInLetters === true)
    const ranks = index === 0 ? ordered.ranks : undefined
    return [
      { value: isMissing, kind: 'boolean', isDescending: false, ...(ranks && { ranked: missingIn(ranks) }) },
      {
        value: filled[kind](column.value, isRead),
        kind,
        isDescending,
        ...(isRead && { letters }),
        ...(ranks && { ranked: rankIn(ranks, kind) }),
      },
    ]
  })
  const isDescending = keys[0]?.isDescending ?? false
  return [
    ...keys,
    { value: sql`${sql.ref(`${key ?? alias}.entry_id`)}`, kind: 'uuid', isDescending },
    ...(isInAll ? [{ value: sql.ref(`${alias}.language`), kind: 'text' as const, isDescending }] : []),
  ]
}

const filled = {
  text: (value: RawBuilder<unknown>, isRead: boolean) =>
    sql`coalesce(left(${isRead ? value : sql`lower(${value})`}, ${sql.lit(mostOfText)}), '')`,
  number: (value: RawBuilder<unknown>) => sql`coalesce(${value}, 0)`,
  boolean: (value: RawBuilder<unknown>) => sql`coalesce(${value}, false)`,
}

const missingIn = (ranks: string) => ({
  by: sql.ref(`${ranks}.is_missing`),
  as: (text: string) => sql`${text}::boolean`,
})

const rankIn = (ranks: string, kind: SortKey['kind']) => ({
  by: sql.ref(`${ranks}.rank`),
  as: (text: string) => (kind === 'number' ? sql`rank_of('number', ${text}::text)` : sql`${text}::text`),
})

function columnOf({ models, model, alias, key }: SortSource, path: string[]) {
  const own = ownColumn(alias, path, key)
  if (own) return own
  if (path.length === 1 && path[0] === 'slug')
    return { kind: 'text' as const, value: sql`${sql.ref(`${alias}.slug`)}`, field: null }
  const [name, ...rest] = path
  const field = fieldIn(model, name!)
  if ((ruleOf(field).cell === 'keys' && ruleOf(field).uses) || ('many' in field && field.many))
    throw unknown(`Lists cannot be sorted by ${path.join('.')}`)
  return fieldColumn(models, alias, field, rest)
}

export const casts: Record<ColumnKind, RawBuilder<unknown>> = {
  text: sql`text`,
  number: sql`numeric`,
  time: sql`timestamptz`,
  boolean: sql`boolean`,
  uuid: sql`uuid`,
  place: sql`jsonb`,
  any: sql`jsonb`,
}

export function comparedBy({ kind, value, letters, ranked }: SortKey): RawBuilder<unknown> {
  const compared = ranked?.by ?? value
  if (kind !== 'text') return compared
  return letters ? inOrder(compared, letters) : sql`${compared} collate "C"`
}

export const orderBy = (keys: SortKey[], isBackwards: boolean) =>
  sql.join(keys.map((key) => sql`${comparedBy(key)} ${key.isDescending !== isBackwards ? sql`desc` : sql`asc`}`))

const mostSorts = 5

export function readSort(written: string): SortField[] {
  const sorting = parseSort(written)
  if (sorting.length > mostSorts) throw tooMuch(`sort names at most ${mostSorts} fields`)
  return sorting
}
