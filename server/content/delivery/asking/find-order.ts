import { type RawBuilder, sql } from 'kysely'
import { textsOf } from '#server/content/filters/page-rows.ts'
import { keysOf, orderBy, type SortKey } from '#server/content/filters/sort-rows.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import type { SortField } from '#server/content/models/sorting.ts'
import type { TextOrder } from '#server/platform/database/text-order.ts'

export type ListOrder = {
  keys: SortKey[]
  by: RawBuilder<unknown>
  isBackwards: boolean
  /** The position of a row as text columns, and as JSON from the outer query (`l`). */
  texts: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  json: RawBuilder<unknown>
}

type OrderQuery = {
  models: Models
  model: Model
  sorting: SortField[]
  letters: TextOrder
  isBackwards: boolean
  /** Whether the list has one row per language of an entry. */
  isInAll: boolean
  /** Alias of the key or ranks that supply the order. */
  key: string | undefined
  ranks: string | undefined
}

export function findOrder({
  models,
  model,
  sorting,
  letters,
  isBackwards,
  isInAll,
  key,
  ranks,
}: OrderQuery): ListOrder {
  const keys = keysOf({ models, model, alias: 'p', key, ranks }, { sorting, letters, isInAll })
  const names = keys.map((_, index) => sql.ref(`at${index}`))
  return {
    keys,
    isBackwards,
    by: orderBy(keys, isBackwards),
    texts: textsOf(keys.map(({ value }) => value)),
    columns: sql.join(keys.map(({ value }, index) => sql`${value} as ${names[index]}`)),
    json: sql`array_to_json(${textsOf(names.map((name) => sql`l.${name}`))})::text`,
  }
}
