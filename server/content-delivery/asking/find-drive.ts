import type { Predicate } from '#server/content-filters/compile-filter.ts'
import type { Filter } from '#server/content-filters/read-filter.ts'
import type { Sorting } from '#server/content-filters/sort-rows.ts'
import type { Model } from '#server/content-models/find-models.ts'
import { fieldsByKey } from '#server/fields/components.ts'

/** A key that a list is read by, from its index and in its order; `rest` is what else is asked of the rows. */
export type Drive = { slot: string; key: string; rest: Filter | null }

type Asked = { model: Model; filter: Filter | null; sorting: Sorting[]; idsOfSlug: (slug: string) => string[] }

/**
 * Where a list wants one value of a reference, category, choice or file and is sorted by when things were published, the
 * index of the values has just these rows in just this order.
 */
export function findDrive({ model, filter, sorting, idsOfSlug }: Asked): Drive | null {
  if (sorting.length !== 1 || sorting[0]!.path.join('.') !== 'publishedAt') return null
  const wanted = filter === null ? [] : conjunctsOf(filter)
  for (const one of wanted) {
    const key = 'operator' in one ? keyIn(model, one, idsOfSlug) : null
    if (!key) continue
    const rest = wanted.filter((other) => other !== one)
    return { ...key, rest: rest.length === 0 ? null : { all: rest } }
  }
  return null
}

const conjunctsOf = (filter: Filter): Filter[] => ('all' in filter ? filter.all.flatMap(conjunctsOf) : [filter])

function keyIn(model: Model, { path, operator, value }: Predicate, idsOfSlug: Asked['idsOfSlug']) {
  if (operator !== 'eq' || path.length > 2) return null
  const [name, part = 'id'] = path
  const field = fieldsByKey(model.fields).get(name!)
  if (!field || !['reference', 'category', 'select', 'media'].includes(field.kind)) return null
  if (field.kind === 'select' && path.length > 1) return null
  if (part === 'id') return { slot: field.slot, key: value }
  const ids = field.kind === 'category' && part === 'slug' ? idsOfSlug(value) : []
  return ids.length === 1 ? { slot: field.slot, key: ids[0]! } : null
}
