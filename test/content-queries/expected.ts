import { type Catalog, languages, type Row } from './catalog.ts'

export type Kind = 'text' | 'number' | 'time' | 'moment' | 'boolean' | 'uuid' | 'keys' | 'place' | 'any'
/** A value of a row. `hops` are the references that lead to the value, and `kind` decides how values are compared. */
export type Leaf = { hops: string[]; name: string; kind: Kind }
export type Predicate = { leaf: Leaf; operator: string; value: string }
export type Condition = { predicate: Predicate } | { and: Condition[] } | { or: Condition[] } | { not: Condition }
export type Sorting = { leaf: Leaf; isDescending: boolean }
export type ExpectedQuery = { condition: Condition | null; sort: Sorting[] | null; locale: string }

/** Returns the ids that a list must contain, in order. Computes them in the simplest way. */
export function expectedIds(catalog: Catalog, { condition, sort, locale }: ExpectedQuery): string[] {
  const { rows } = catalog.things
  const read = rows.filter((row) => (locale === '*' ? row.isSource : row.language === locale))
  const published: Sorting = { leaf: { hops: [], name: 'publishedAt', kind: 'time' }, isDescending: true }
  return read
    .filter((row) => !condition || matches(catalog, row, condition))
    .toSorted((one, other) => compareRows(one, other, { sort: sort ?? [published], locale }))
    .map(({ id }) => id)
}

function matches(catalog: Catalog, row: Row, condition: Condition): boolean {
  if ('and' in condition) return condition.and.every((one) => matches(catalog, row, one))
  if ('or' in condition) return condition.or.some((one) => matches(catalog, row, one))
  if ('not' in condition) return !matches(catalog, row, condition.not)
  return holds(catalog, row, condition.predicate)
}

function holds(catalog: Catalog, row: Row, predicate: Predicate): boolean {
  const { leaf, operator } = predicate
  if (operator === 'ne') return !holds(catalog, row, { ...predicate, operator: 'eq' })
  if (operator === 'nin') return !holds(catalog, row, { ...predicate, operator: 'in' })
  return targetsOf(catalog, row, leaf.hops).some((target) => compare(readLeaf(catalog, target, leaf), predicate))
}

const targetsOf = ({ makers }: Catalog, row: Row, hops: string[]): Row[] =>
  hops.reduce(
    (rows, hop) =>
      rows.flatMap((one) =>
        listOf(one.values[hop]).flatMap(
          (id) => makers.rows.find((maker) => maker.id === id && maker.language === one.language) ?? [],
        ),
      ),
    [row],
  )

function readLeaf({ categories }: Catalog, row: Row, { name }: Leaf): unknown {
  const [key, inner] = name.replace('_meta.', '').split('.') as [string, string | undefined]
  if (key === 'id') return inner === undefined ? row.id : undefined
  if (key === 'firstPublishedAt' || key === 'updatedAt') return row.values.publishedAt
  if (key !== 'category') {
    const value = row.values[key]
    return inner === undefined || inner === 'id' ? value : (value as Record<string, unknown> | undefined)?.[inner]
  }
  const category = categories.find(({ id }) => id === row.values.category)
  return category?.[(inner ?? 'id') as 'id']
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value])

function compare(read: unknown, { leaf: { kind }, operator, value }: Predicate): boolean {
  const values = listOf(read)
  if (operator === 'exists') return values.length > 0 === (value === 'true')
  if (operator === 'near' || operator === 'within') return values.some((one) => isPlaced(one as Spot, operator, value))
  if (operator === 'in') return value.split(',').some((one) => values.some((own) => order(kind, own, one.trim()) === 0))
  return values.some((own) => tests[operator as keyof typeof tests](kind, own, value))
}

type Test = (kind: Kind, own: unknown, value: string) => boolean
const lower = (value: unknown) => String(value).toLowerCase()
const tests: Record<'eq' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | 'starts' | 'search', Test> = {
  eq: (kind, own, value) => order(kind, own, value) === 0,
  lt: (kind, own, value) => order(kind, own, value) < 0,
  lte: (kind, own, value) => order(kind, own, value) <= 0,
  gt: (kind, own, value) => order(kind, own, value) > 0,
  gte: (kind, own, value) => order(kind, own, value) >= 0,
  contains: (_, own, value) => lower(own).includes(lower(value)),
  starts: (_, own, value) => lower(own).startsWith(lower(value)),
  search: (_, own, value) =>
    lower(own)
      .split(/[^\p{L}\d]+/u)
      .includes(lower(value)),
}

/** Compares two values. Returns a number less than, equal to or greater than 0. */
function order(kind: Kind, one: unknown, other: unknown): number {
  if (kind === 'number') return Number(scaled(one) > scaled(other)) - Number(scaled(one) < scaled(other))
  if (kind === 'time' || kind === 'moment') return Date.parse(String(one)) - Date.parse(String(other))
  const [left, right] = [String(one), String(other)]
  return Number(left > right) - Number(left < right)
}

/** Converts a decimal to a scaled whole number, so that no digit is lost. */
function scaled(written: unknown): bigint {
  const [whole = '', fraction = ''] = String(written).replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(20, '0'))
  return String(written).startsWith('-') ? -digits : digits
}

type Spot = { latitude: number; longitude: number }

function isPlaced({ latitude, longitude }: Spot, operator: string, written: string): boolean {
  const [first, second, third, fourth] = written.split(',').map(Number) as [number, number, number, number]
  if (operator === 'within') return latitude >= first && latitude <= third && longitude >= second && longitude <= fourth
  const turn = (degrees: number) => (degrees * Math.PI) / 180
  const across = Math.sin(turn(latitude - first) / 2) ** 2
  const along = Math.sin(turn(longitude - second) / 2) ** 2
  const root = Math.sqrt(across + Math.cos(turn(first)) * Math.cos(turn(latitude)) * along)
  return 2 * 6371 * Math.asin(Math.min(1, root)) <= third
}

/**
 * Compares two rows. A row without a value comes last, only the beginning of a long text counts, and the id decides
 * ties.
 */
function compareRows(one: Row, other: Row, { sort, locale }: { sort: Sorting[]; locale: string }): number {
  const { compare: byLetters } = collators.get(locale === '*' ? languages[0]! : locale)!
  for (const { leaf, isDescending } of sort) {
    const [left, right] = [sortKey(one, leaf), sortKey(other, leaf)]
    if (left === undefined || right === undefined) {
      if (left === right) continue
      return left === undefined ? 1 : -1
    }
    const compared = isRead(leaf) ? byLetters(String(left), String(right)) : order(leaf.kind, left, right)
    if (compared !== 0) return isDescending ? -compared : compared
  }
  const first = sort[0]
  const isTimed = first !== undefined && (first.leaf.kind === 'time' || first.leaf.kind === 'uuid')
  const compared = order('uuid', one.id, other.id) || order('text', one.language, other.language)
  return isTimed && first.isDescending ? -compared : compared
}

function sortKey(row: Row, leaf: Leaf) {
  const value = readLeaf({ categories: [] } as unknown as Catalog, row, leaf)
  if (leaf.kind !== 'text' || value === undefined) return value
  return (isRead(leaf) ? String(value) : lower(value)).slice(0, 200)
}

const collators = new Map(languages.map((language) => [language, new Intl.Collator(language)]))
/** Fields that are sorted by their bytes. Other texts are sorted by the alphabet of their language. */
const codes = ['mail', 'link', 'tel', 'hue', 'snippet', 'day', 'hour']
const isRead = ({ kind, name }: Leaf) => (kind === 'text' || kind === 'keys') && !codes.includes(name)
