import { type RawBuilder, sql } from 'kysely'
import { deliveryCaps } from '#contract/content/delivery.ts'
import type { Field } from '#contract/fields/fields.ts'
import { isUuid } from '#contract/uuid.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { checkValue } from '#server/fields/values/check-values.ts'
import { fieldsByKey } from '#server/fields/values/components.ts'
import { webSearchQuery } from '#server/search/words/search-words.ts'
import { type Column, fieldColumn, fieldIn, keyOperators, operatorsOf, ownColumn, targetsOf } from './find-column.ts'
import type { Filter, Operator } from './read-filter.ts'
import { tooMuch, unknown } from './refuse-query.ts'
import type { RowSource } from './row-source.ts'
import { casts } from './sort-rows.ts'

type Condition = RawBuilder<boolean>
export type Signs = Partial<Record<Operator, RawBuilder<unknown>>>
export type Predicate = Extract<Filter, { operator: Operator }>
/** The row that a condition applies to. `depth` is the number of references that lead to the row. */
export type FilterRow = {
  models: Models
  model: Model
  workspaceId: string
  source: RowSource
  alias: string
  depth: number
  /** Alias of the key index that leads to the row. */
  key?: string | undefined
}

const mostIn = 200

/** Compiles a filter to SQL with bound values. `ne` also matches a missing value. */
export function compileFilter(row: FilterRow, filter: Filter): Condition {
  if ('all' in filter) return join(filter.all, row, sql` and `, sql<boolean>`true`)
  if ('any' in filter) return join(filter.any, row, sql` or `, sql<boolean>`false`)
  if ('not' in filter) return sql<boolean>`(${compileFilter(row, filter.not)}) is not true`
  return compilePredicate(row, filter)
}

function join(filters: Filter[], row: FilterRow, by: RawBuilder<unknown>, none: Condition): Condition {
  if (filters.length === 0) return none
  return sql<boolean>`(${sql.join(
    filters.map((one) => sql`(${compileFilter(row, one)})`),
    by,
  )})`
}

function compilePredicate(row: FilterRow, predicate: Predicate): Condition {
  const { path, operator } = predicate
  if (operator === 'ne') return not(row, { ...predicate, operator: 'eq' })
  if (operator === 'nin') return not(row, { ...predicate, operator: 'in' })
  const own = ownColumn(row.alias, path, row.key)
  if (own) return compare(own, predicate)
  if (path.length === 1 && path[0] === 'slug') return compare(slugColumn(row), predicate)
  const [key, ...rest] = path
  const field = fieldIn(row.model, key!)
  if (field.kind === 'reference') return compileReference(row, field, rest, predicate)
  if (field.kind === 'category') return compileCategory(row, field, rest, predicate)
  const isItself = rest.length === 0 || (field.kind === 'media' && rest.join('.') === 'id')
  if ((field.kind === 'select' || field.kind === 'media') && isItself) return compileKeys(row, field, predicate)
  return compare(fieldColumn(row.models, row.alias, field, rest), predicate)
}

const not = (row: FilterRow, predicate: Predicate) => sql<boolean>`(${compilePredicate(row, predicate)}) is not true`

const slugColumn = ({ alias }: FilterRow): Column => ({
  kind: 'text',
  value: sql`${sql.ref(`${alias}.slug`)}`,
  field: null,
})

const valuesIn = (value: string, operator: Operator): string[] => {
  const values = operator === 'in' ? value.split(',').map((one) => one.trim()) : [value]
  if (values.length > mostIn) throw tooMuch(`in takes at most ${mostIn} values`)
  return values
}

function compileKeys(row: FilterRow, field: Field, { operator, value }: Predicate): Condition {
  refuseOperator(field.key, operator, keyOperators)
  const some = row.source.hasKey(row.alias, field, null)
  if (operator === 'exists') return readBoolean(value) ? some : sql<boolean>`not ${some}`
  refuseWithoutMatch(field, valuesIn(value, operator))
  return row.source.hasKey(row.alias, field, sql`select unnest(${valuesIn(value, operator)}::text[])`)
}

/** Refuses values that no entry can have. Otherwise the answer to a typo would be an empty list. */
export function refuseWithoutMatch(field: Field, values: string[]) {
  const { key } = field
  if (field.kind === 'select') {
    const known = field.options.map((one) => one.key)
    const other = values.find((one) => !known.includes(one))
    if (other !== undefined) throw unknown(`${key} has no option ${other}. There are: ${known.join(', ')}`)
    return
  }
  const other = values.find((one): boolean => !isUuid(one))
  if (other === undefined) return
  const bySlug = field.kind === 'media' ? '' : `. To compare with its slug, write filter[${key}.slug]`
  throw unknown(`${key} is compared with an id, which ${other.slice(0, 60)} is not${bySlug}`)
}

function compileCategory(
  row: FilterRow,
  field: Field,
  [name = 'id', ...more]: string[],
  predicate: Predicate,
): Condition {
  if (more.length > 0 || !['id', 'slug', 'name'].includes(name)) throw unknown(`${field.key} has: id, slug, name`)
  if (name === 'id' || predicate.operator === 'exists') return compileKeys(row, field, predicate)
  refuseOperator(`${field.key}.${name}`, predicate.operator, ['eq', 'ne', 'in', 'nin'])
  const values = valuesIn(predicate.value, predicate.operator)
  const words =
    name === 'slug'
      ? sql`c.slug`
      : sql`coalesce(c.texts -> ${sql.ref(`${row.alias}.language`)}, jsonb_path_query_first(c.texts, '$.*')) ->> 'name'`
  const named = sql`select c.id::text from content_categories c
    where c.workspace_id = ${row.workspaceId} and c.deleted_at is null and ${words} = any(${values}::text[])`
  return row.source.hasKey(row.alias, field, named)
}

function compileReference(row: FilterRow, field: Field<'reference'>, path: string[], predicate: Predicate): Condition {
  if (path.length === 0 || (path.length === 1 && path[0] === 'id')) return compileKeys(row, field, predicate)
  if (row.depth >= deliveryCaps.referenceDepth)
    throw tooMuch(`A filter goes through at most ${deliveryCaps.referenceDepth} references`)
  const targets = targetsOf(row.models, field)
  const known = targets.flatMap((model) =>
    tryTarget(
      { ...row, model, alias: `t${row.depth + 1}`, key: undefined, depth: row.depth + 1 },
      { ...predicate, path },
    ),
  )
  if (known.length === 0) {
    const [first] = targets
    throw first ? unknownIn(first, path) : unknown(`${field.key} leads to no model`)
  }
  return row.source.pointsTo(row, field, sql<boolean>`(${sql.join(known, sql` or `)})`)
}

/** Returns the condition for one referenced model, or an empty array if the model lacks the field. */
function tryTarget(row: FilterRow, predicate: Predicate): Condition[] {
  const [key] = predicate.path
  const isKnown = ownColumn(row.alias, predicate.path) || key === 'slug' || fieldsByKey(row.model.fields).has(key!)
  if (!isKnown) return []
  return [sql<boolean>`(${sql.ref(`${row.alias}.model_id`)} = ${row.model.id} and ${compilePredicate(row, predicate)})`]
}

function unknownIn(model: Model, path: string[]) {
  try {
    fieldIn(model, path[0]!)
  } catch (error) {
    return error
  }
  return unknown(`There is no field ${path.join('.')}`)
}

function refuseOperator(name: string, operator: Operator, known: readonly Operator[]) {
  if (!known.includes(operator)) throw unknown(`${name} takes no ${operator}. It takes: ${known.join(', ')}`)
}

function compare(column: Column, { path, operator, value }: Predicate): Condition {
  refuseOperator(path.join('.'), operator, operatorsOf[column.kind])
  if (operator === 'exists') return compareExisting(column, readBoolean(value))
  if (operator === 'near' || operator === 'within') return comparePlace(column, operator, value)
  if (operator === 'contains') return sql<boolean>`strpos(lower(${column.value}), lower(${value}::text)) > 0`
  if (operator === 'starts') return sql<boolean>`starts_with(lower(${column.value}), lower(${value}::text))`
  if (operator === 'search') return hasWords(column, value)
  const values = boundValues(column, { path, operator, value })
  const sign = signs[operator]
  if (sign && values.length === 1) return compareWith(column, sign, values[0])
  return sql<boolean>`${column.value} = any(${values}::${casts[column.kind]}[])`
}

/**
 * Returns the values to compare with. A mail address is compared in its normalized form and as written, because earlier
 * versions stored addresses as written.
 */
export const boundValues = (column: Column, { path, operator, value }: Predicate) =>
  valuesIn(value, operator).flatMap((one) => {
    const kept = readValue(column, path, one)
    const isEither = column.field?.kind === 'email' && (operator === 'eq' || operator === 'in') && kept !== one
    return isEither ? [kept, one] : [kept]
  })

const hasWords = (column: Column, asked: string) => {
  const query = webSearchQuery(asked)
  return query ? sql<boolean>`words_of(coalesce(${column.value}, '')) @@ ${query}::tsquery` : sql<boolean>`false`
}

const signs: Signs = { eq: sql`=`, lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` }

/** Compares a column with a value that `readValue` has already validated. */
function compareWith({ kind, value }: Column, sign: RawBuilder<unknown>, bound: unknown): Condition {
  const left = kind === 'text' ? sql`${value} collate "C"` : value
  return sql<boolean>`${left} ${sign} ${bound}::${casts[kind]}`
}

const compareExisting = ({ kind, value }: Column, isWanted: boolean): Condition => {
  const isThere =
    kind === 'any' || kind === 'place'
      ? sql<boolean>`coalesce(${value}, 'null') not in ('null', '""', '[]')`
      : kind === 'text'
        ? sql<boolean>`coalesce(${value}, '') <> ''`
        : sql<boolean>`${value} is not null`
  return isWanted ? isThere : sql<boolean>`not (${isThere})`
}

/** Converts a value to its stored form: 09:30 becomes 09:30:00, and 2026-01-01T00:00:00+01:00 becomes UTC. */
function readValue({ kind, field }: Column, path: string[], written: string): string | boolean {
  const name = path.join('.')
  if (kind === 'boolean') return readBoolean(written)
  if (kind === 'uuid' && !isUuid(written)) throw unknown(`${name} is compared with an id`)
  if (kind === 'time' && Number.isNaN(Date.parse(written)))
    throw unknown(`${name} is compared with a time like 2026-11-23T09:30:00Z`)
  if (kind === 'time') return inReach(new Date(written), name)
  if (kind === 'number' && !/^-?\d{1,40}(\.\d{1,20})?$/.test(written))
    throw unknown(`${name} is compared with a number`)
  if (written.includes('\u0000')) throw unknown(`${name} is compared with a text`)
  return field ? asKept(field, name, written) : written
}

function asKept(field: Field, name: string, written: string): string {
  const { isTime, isNormalized } = ruleOf(field)
  if (written === '' || !(isTime || isNormalized)) return written
  // A filter value outside the limits of the field is valid and matches nothing.
  const free: Field = { ...field, ...{ min: undefined, max: undefined, message: '' } }
  const { value, faults } = checkValue(free, written, new Map())
  if (!faults) return String(value)
  if (isTime) throw unknown(`${name}: ${Object.values(faults)[0]}`)
  return written
}

function inReach(time: Date, name: string): string {
  const year = time.getUTCFullYear()
  if (year < 1 || year > 9999) throw unknown(`${name} is compared with a year from 1 to 9999`)
  return time.toISOString()
}

function readBoolean(written: string): boolean {
  if (written !== 'true' && written !== 'false') throw unknown('Compare with true or false')
  return written === 'true'
}

const earthKm = 6371
const digits = 9
const rounded = (number: number) => Math.round(number * 10 ** digits) / 10 ** digits

function comparePlace({ value }: Column, operator: 'near' | 'within', written: string): Condition {
  const numbers = written.split(',').map((one) => (one.trim() === '' ? Number.NaN : rounded(Number(one))))
  const wanted = operator === 'near' ? 'latitude,longitude,kilometres' : 'south,west,north,east'
  if (numbers.length !== (operator === 'near' ? 3 : 4) || numbers.some((one) => !Number.isFinite(one)))
    throw unknown(`${operator} takes ${wanted}`)
  // The coordinates are rounded to a tenth of a millimetre, because the squares of smaller differences would underflow.
  const latitude = sql`round(((${value}) ->> 'latitude')::numeric, ${sql.lit(digits)})::float8`
  const longitude = sql`round(((${value}) ->> 'longitude')::numeric, ${sql.lit(digits)})::float8`
  if (operator === 'within') {
    const [south, west, north, east] = numbers
    return sql<boolean>`(${latitude} between ${south}::float8 and ${north}::float8 and ${longitude} between ${west}::float8 and ${east}::float8)`
  }
  const [lat, lng, km] = numbers
  // The haversine formula (R. W. Sinnott, Virtues of the Haversine, 1984). A missing location is checked first, because
  // `least` ignores null.
  return sql<boolean>`(${latitude} is not null and 2 * ${earthKm} * asin(least(1, sqrt(
    sin(radians(${latitude} - ${lat}::float8) / 2) ^ 2
    + cos(radians(${lat}::float8)) * cos(radians(${latitude})) * sin(radians(${longitude} - ${lng}::float8) / 2) ^ 2))) <= ${km}::float8)`
}
