import { type RawBuilder, sql } from 'kysely'
import type { Field } from '#contract/fields/fields.ts'
import { type Model, type Models, slugFieldOf } from '#server/content/models/find-models.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { fieldsByKey, type RankedCell, rankedCell } from '#server/fields/values/components.ts'
import { boundValues, type Predicate, type Signs } from './compile-filter.ts'
import { fieldColumn, operatorsOf, ownColumn } from './find-column.ts'

export type RankedField = { field: Field; cell: RankedCell }

export function rankedField(model: Model, path: string[]): RankedField | null {
  const [name, ...rest] = path
  if (rest.length > 0 || ownColumn('p', path)) return null
  const field = name === 'slug' ? slugFieldOf(model) : fieldsByKey(model.fields).get(name!)
  const cell = field ? rankedCell(field) : null
  return field && cell ? { field, cell } : null
}

/** Maximum length of texts in the rank index. Longer texts are cut, so the index cannot compare longer values. */
const mostOfValue = 200
const signs: Signs = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }
// Whether the values have no upper and lower case, such as numbers and times. For such values, a range of values is
// also a range in the rank index.
const isWithoutCase = (field: Field) => ruleOf(field).cell === 'number' || ruleOf(field).isTime === true

type RankedInput = { models: Models; alias: string; isOrder: boolean }

/**
 * Returns a comparison on `content_ranks`, or null if the rank index cannot answer it. `isOrder`: the list is also
 * sorted by this rank index.
 */
export function compareRanked(
  { models, alias, isOrder }: RankedInput,
  { field, cell }: RankedField,
  { path, operator, value }: Predicate,
): RawBuilder<boolean> | null {
  const column = fieldColumn(models, 'p', field, [])
  const sign = signs[operator]
  if (!sign && operator !== 'eq' && operator !== 'in') return null
  if (!operatorsOf[column.kind].includes(operator) || (sign && field.kind === 'select')) return null
  const values = boundValues(column, { path, operator, value }).map(String)
  if (values.some((one) => one.length >= mostOfValue)) return null
  const [kept, rank] = [sql.ref(`${alias}.value`), sql.ref(`${alias}.rank`)]
  const bound = cell === 'number' ? sql`rank_of('number', ${values[0]}::text)` : sql`${values[0]}::text`
  if (sign) {
    if (!isOrder || !isWithoutCase(field)) return sql<boolean>`${kept} ${sign} ${bound}`
    const ranked = cell === 'text' ? sql`lower(${bound})` : bound
    return sql<boolean>`not ${sql.ref(`${alias}.is_missing`)} and ${rank} ${sign} ${ranked}`
  }
  if (operator === 'eq' && values.length === 1) return sql<boolean>`${kept} = ${bound}`
  const all = sql`${values}::text[]`
  return cell === 'number'
    ? sql<boolean>`${kept} = any(array(select rank_of('number', one) from unnest(${all}) one))`
    : sql<boolean>`${kept} = any(${all})`
}
