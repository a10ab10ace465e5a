import type { RawBuilder } from 'kysely'
import { type Predicate, refuseWithoutMatch } from '#server/content/filters/compile-filter.ts'
import { compareRanked, type RankedField, rankedField } from '#server/content/filters/ranked-fields.ts'
import { conjunctsOf, type Filter, type Operator } from '#server/content/filters/read-filter.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import type { SortField } from '#server/content/models/sorting.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { fieldsByKey, type RankedCell } from '#server/fields/values/components.ts'

type RankedSource = { alias: string; slot: string; cell: RankedCell; where: RawBuilder<boolean>[] }

/** The indexes that a list is read from. `rest` has the conditions that no index covers. */
export type Drive = {
  /** One value in the key index `content_keys`. The table has the alias `k0`. */
  key: { slot: string; key: string } | null
  ranks: RankedSource[]
  /**
   * The index that has the order of the list, by publication time or by rank. Null if PostgreSQL must sort the rows.
   */
  order: { alias: string; isByRank: boolean } | null
  rest: Filter | null
  /** Whether the index alone gives the rows in order, without other conditions or sort keys. */
  isExact: boolean
}

type DriveQuery = {
  models: Models
  model: Model
  filter: Filter | null
  sorting: SortField[]
  idsOfSlug: (slug: string) => string[]
  /** Whether the rank index of all entries matches the current fields of the model. */
  isRanked: boolean
}

/**
 * Chooses the index of a list. A key index serves one value of a reference, category, choice or file, sorted by
 * publication time. Rank indexes filter and sort by other indexed fields.
 */
export function findDrive(asked: DriveQuery): Drive | null {
  const wanted = asked.filter === null ? [] : conjunctsOf(asked.filter)
  return (
    (isByTime(asked.sorting) ? driveByKey(asked, wanted) : null) ??
    (asked.isRanked ? driveByRanks(asked, wanted) : null)
  )
}

const isByTime = (sorting: SortField[]) => sorting.length === 1 && sorting[0]!.path.join('.') === 'publishedAt'

const allOf = (filters: Filter[]): Filter | null => (filters.length === 0 ? null : { all: filters })

function driveByKey({ model, idsOfSlug }: DriveQuery, wanted: Filter[]): Drive | null {
  for (const one of wanted) {
    const key = 'operator' in one ? keyIn(model, one, idsOfSlug) : null
    if (!key) continue
    const others = wanted.filter((other) => other !== one)
    const isExact = others.every(isEndOfTime)
    return { key, ranks: [], order: { alias: 'k0', isByRank: false }, rest: allOf(others), isExact }
  }
  return null
}

const ends: Partial<Record<Operator, 'low' | 'high'>> = { gt: 'low', gte: 'low', lt: 'high', lte: 'high' }

// Whether the condition is a range of publication times. The key index is sorted by publication time, so the rows of
// the range are next to each other in the index.
const isEndOfTime = (one: Filter): one is Predicate =>
  'operator' in one && one.path.join('.') === 'publishedAt' && one.operator in ends

function keyIn(model: Model, { path, operator, value }: Predicate, idsOfSlug: DriveQuery['idsOfSlug']) {
  if (operator !== 'eq' || path.length > 2) return null
  const [name, part = 'id'] = path
  const field = fieldsByKey(model.fields).get(name!)
  if (!field || ruleOf(field).cell !== 'keys') return null
  if (field.kind === 'select' && path.length > 1) return null
  if (part === 'id') {
    refuseWithoutMatch(field, [value])
    return { slot: field.slot, key: value }
  }
  const ids = field.kind === 'category' && part === 'slug' ? idsOfSlug(value) : []
  return ids.length === 1 ? { slot: field.slot, key: ids[0]! } : null
}

/** Maximum number of rank indexes in a query, because each one adds a join. */
const mostRanks = 3

function driveByRanks({ models, model, sorting }: DriveQuery, wanted: Filter[]): Drive | null {
  const ranks = new Map<string, RankedSource>()
  const ranksOf = ({ field: { slot }, cell }: RankedField) => {
    const found = ranks.get(slot) ?? { alias: `r${ranks.size}`, slot, cell, where: [] }
    if (ranks.size < mostRanks) ranks.set(slot, found)
    return ranks.get(slot)
  }
  const first = sorting[0] ? rankedField(model, sorting[0].path) : null
  const ordered = first ? ranksOf(first) : undefined
  const equal: RankedSource[] = []
  const isServed = servedBy(wanted, sorting)
  const rest = wanted.filter((one) => {
    if (!isServed(one)) return true
    const field = rankedField(model, one.path)
    const found = field ? ranksOf(field) : undefined
    const condition = found && compareRanked({ models, alias: found.alias, isOrder: found === ordered }, field!, one)
    if (!condition) return true
    found.where.push(condition)
    if (one.operator === 'eq') equal.push(found)
    return false
  })
  const joined = [...ranks.values()].filter((one) => one === ordered || one.where.length > 0)
  if (joined.length === 0) return null
  const byTime = isByTime(sorting) ? equal[0] : undefined
  const leading = ordered ?? byTime
  const order = leading ? { alias: leading.alias, isByRank: leading === ordered } : null
  const isAlone = sorting.length === 1 && joined.length === 1 && rest.length === 0
  const isExact = isAlone && (ordered ? ordered.where.length === 0 : byTime !== undefined)
  return { key: null, ranks: joined, order, rest: allOf(rest), isExact }
}

// Returns a function that checks whether a condition can use its index. A range can use the index if its field is the
// first sort field. Any other range needs both ends, and a list that is not sorted by publication time.
function servedBy(wanted: Filter[], sorting: SortField[]) {
  const endsOf = (path: string) =>
    new Set(wanted.map((one) => ('operator' in one && one.path.join('.') === path ? ends[one.operator] : undefined)))
  return (one: Filter): one is Predicate => {
    if (!('operator' in one)) return false
    const path = one.path.join('.')
    if (!ends[one.operator] || sorting[0]?.path.join('.') === path) return true
    const found = endsOf(path)
    return !isByTime(sorting) && found.has('low') && found.has('high')
  }
}
