import { type RawBuilder, sql } from 'kysely'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { isOrdered, parseSort, type Sorting } from '#server/content/models/sorting.ts'
import { ruleOf } from '#server/fields/kinds.ts'
import { inOrder, type TextOrder } from '#server/platform/database/text-order.ts'
import { type ColumnKind, fieldColumn, fieldIn, ownColumn } from './find-column.ts'
import { tooMuch, unknown } from './refuse-query.ts'

/** What a list is ordered by: first what has a value, then by the value; the id settles ties. */
export type Key = {
  value: RawBuilder<unknown>
  kind: 'text' | 'number' | 'time' | 'boolean' | 'uuid'
  isDescending: boolean
  /** Of a text that people read, the order of its letters; all others go by their bytes. */
  letters?: TextOrder
  /** By what an index has it in the same order, and as what it is compared there. */
  ranked?: { by: RawBuilder<unknown>; as(text: string): RawBuilder<unknown> }
}

/** The rows that are ordered, as a statement calls them; `key`: what leads to each, if something does; `ranks`: what has them in their first order. */
type Ordered = { models: Models; model: Model; alias: string; key?: string | undefined; ranks?: string | undefined }
type Order = {
  sorting: Sorting[]
  letters: TextOrder
  /** Whether an entry is there once for each of its languages. */
  isInAll?: boolean
}

const sortable: readonly ColumnKind[] = ['text', 'number', 'time', 'boolean', 'uuid']

const newestFirst: Sorting[] = [{ path: ['publishedAt'], isDescending: true }]
const defaults = new WeakMap<Model, Sorting[]>()

/** What is asked for, else the order of the model; of that what its fields still have, since one may have gone or changed. */
export function sortingOf(models: Models, model: Model, sort: Sorting[] | null): Sorting[] {
  const known = sort ?? defaults.get(model)
  if (known) return known
  const usable = parseSort(model.defaultSort).filter(({ path }) => isOrdered(path, model.fields, models.components))
  const sorting = usable.length > 0 ? usable : newestFirst
  defaults.set(model, sorting)
  return sorting
}

/** Of a text so much counts, since what orders a row stands in its cursor, which stands in an address. */
const mostOfText = 200

/** The keys of an order; the last ones are the id and, where an entry is there several times, the language. */
export function keysOf(ordered: Ordered, { sorting, letters, isInAll = false }: Order): Key[] {
  const { alias, key } = ordered
  const keys = sorting.flatMap(({ path, isDescending }, index): Key[] => {
    const column = columnOf(ordered, path)
    if (!sortable.includes(column.kind)) throw unknown(`Nothing is sorted by ${path.join('.')}`)
    const kind = column.kind as Key['kind']
    if (kind === 'time' || kind === 'uuid') return [{ value: column.value, kind, isDescending }]
    // What has no value comes last, whatever the direction.
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

/** A value with something in the place of none; what people read is compared as it is written. */
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

const rankIn = (ranks: string, kind: Key['kind']) => ({
  by: sql.ref(`${ranks}.rank`),
  as: (text: string) => (kind === 'number' ? sql`rank_of('number', ${text}::text)` : sql`${text}::text`),
})

function columnOf({ models, model, alias, key }: Ordered, path: string[]) {
  const own = ownColumn(alias, path, key)
  if (own) return own
  if (path.length === 1 && path[0] === 'slug')
    return { kind: 'text' as const, value: sql`${sql.ref(`${alias}.slug`)}`, field: null }
  const [name, ...rest] = path
  const field = fieldIn(model, name!)
  if ((ruleOf(field).cell === 'keys' && ruleOf(field).uses) || ('many' in field && field.many))
    throw unknown(`Nothing is sorted by ${path.join('.')}`)
  return fieldColumn(models, alias, field, rest)
}

/** What of a row a key compares. */
export function comparedBy({ kind, value, letters, ranked }: Key): RawBuilder<unknown> {
  const compared = ranked?.by ?? value
  if (kind !== 'text') return compared
  return letters ? inOrder(compared, letters) : sql`${compared} collate "C"`
}

export const orderBy = (keys: Key[], isBackwards: boolean) =>
  sql.join(keys.map((key) => sql`${comparedBy(key)} ${key.isDescending !== isBackwards ? sql`desc` : sql`asc`}`))

const mostSorts = 5

export function readSort(written: string): Sorting[] {
  const sorting = parseSort(written)
  if (sorting.length > mostSorts) throw tooMuch(`sort names at most ${mostSorts} fields`)
  return sorting
}
