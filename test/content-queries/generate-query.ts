import { isUuid } from '#contract/uuid.ts'
import type { Random } from '#test/faults/fuzz/seeded.ts'
import { type Catalog, canary, days, hours, languages, moments, prices, word } from './catalog.ts'
import type { Condition, ExpectedQuery, Kind, Leaf, Predicate, Sorting } from './expected.ts'

export type Parameter = [name: string, value: string]
export type Query = ExpectedQuery & { parameters: Parameter[] }

const leaf = (name: string, kind: Kind): Leaf => ({ hops: [], name, kind })
const texts = ['title', 'slug', 'body', 'notes', 'mail', 'link', 'tel', 'hue', 'day', 'hour', 'seat.colour', 'snippet']
/** Fields that the queries never search by words, because PostgreSQL decides what a word in them is. */
const addresses = ['mail', 'link']
const own = ['publishedAt', 'firstPublishedAt', 'updatedAt', '_meta.publishedAt']
const sortable: Leaf[] = [
  ...texts.map((name) => leaf(name, 'text')),
  ...['count', 'price', 'seat.count'].map((name) => leaf(name, 'number')),
  ...own.map((name) => leaf(name, 'time')),
  leaf('moment', 'moment'),
  leaf('isNew', 'boolean'),
  leaf('id', 'uuid'),
]
const leaves: Leaf[] = [
  ...sortable,
  ...[
    'size',
    'tags',
    'maker',
    'helpers',
    'secret',
    'maker.id',
    'category',
    'category.id',
    'category.slug',
    'category.name',
    'cover',
    'cover.id',
    'pictures',
  ].map((name) => leaf(name, 'keys')),
  leaf('place', 'place'),
  ...['data', 'parts', 'story'].map((name) => leaf(name, 'any')),
]
const ofMaker: Leaf[] = [
  ...['title', 'slug', 'town'].map((name) => leaf(name, 'text')),
  leaf('score', 'number'),
  leaf('owner', 'keys'),
  leaf('publishedAt', 'time'),
]

const comparisons = ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists']
const operators: Record<Kind, string[]> = {
  text: [...comparisons, 'contains', 'starts', 'search'],
  number: comparisons,
  time: comparisons,
  moment: comparisons,
  boolean: ['eq', 'ne', 'exists'],
  uuid: ['eq', 'ne', 'in', 'nin'],
  keys: ['eq', 'ne', 'in', 'nin', 'exists'],
  place: ['near', 'within', 'exists'],
  any: ['exists'],
}

/** Makes a well-formed query. Returns its URL parameters together with their meaning. */
export function makeQuery(random: Random, catalog: Catalog): Query {
  const condition = random.chance(0.85) ? makeCondition(random, catalog, 0) : null
  const sort = random.chance(0.6) ? makeSort(random) : null
  const locale = random.pick([...languages, 'en', '*'])
  const parameters = [
    ...(condition ? write(condition, 'filter') : []),
    ...(sort ? [['sort', sort.map(writeSorting).join(',')] as Parameter] : []),
    ...(locale === 'en' && random.chance(0.5) ? [] : [['locale', locale] as Parameter]),
  ]
  return { condition, sort, locale, parameters }
}

function makeCondition(random: Random, catalog: Catalog, depth: number): Condition {
  if (depth < 3 && random.chance(0.35)) {
    const several = () => Array.from({ length: 1 + random.below(3) }, () => makeCondition(random, catalog, depth + 1))
    const kind = random.pick(['and', 'or', 'not'])
    if (kind === 'not') return { not: makeCondition(random, catalog, depth + 1) }
    return kind === 'and' ? { and: several() } : { or: several() }
  }
  return { predicate: makePredicate(random, catalog) }
}

function makePredicate(random: Random, catalog: Catalog): Predicate {
  const hops = random.chance(0.25) ? [random.pick(['maker', 'helpers']), ...more(random)] : []
  const chosen = { ...random.pick(hops.length > 0 ? ofMaker : leaves), hops }
  const operator = random.pick(
    operators[chosen.kind].filter((name) => name !== 'search' || !addresses.includes(chosen.name)),
  )
  return { leaf: chosen, operator, value: makeValue(random, catalog, chosen, operator) }
}
const more = (random: Random) => Array.from({ length: random.below(3) }, () => 'owner')

function makeValue(random: Random, catalog: Catalog, chosen: Leaf, operator: string): string {
  if (operator === 'exists') return random.pick(['true', 'false'])
  if (operator === 'near')
    return `${random.pick(['0,0', '45.3,14.4', '52.5,13.4'])},${random.pick([1, 50, 5000, 30000])}`
  if (operator === 'within') return random.pick(['-10,-10,10,10', '40,10,50,20', '-90,-180,90,180'])
  if (operator === 'search') return word(random)
  const one = () => oneValue(random, catalog, chosen)
  if (operator === 'in' || operator === 'nin')
    return Array.from({ length: 1 + random.below(4) }, one).join(random.pick([',', ' , ']))
  return operator === 'contains' || operator === 'starts' ? one().slice(0, 1 + random.below(8)) : one()
}

const ofNothing = '00000000-0000-7000-8000-000000000000'

function oneValue(random: Random, catalog: Catalog, { name, kind, hops }: Leaf): string {
  if (kind === 'number') return random.pick([...prices, '4', '10', '-3', '1', '2', '9007199254740991'])
  if (kind === 'time') return random.chance(0.5) ? stored(random, catalog, 'publishedAt') : '2026-01-01T00:00:00+01:00'
  if (kind === 'moment') return random.pick([...moments, '2026-01-01T01:00:00+01:00'])
  if (name === 'day') return random.pick(days)
  if (name === 'hour') return random.pick(hours)
  if (kind === 'boolean') return random.pick(['true', 'false'])
  if (kind === 'uuid') return random.pick(catalog.things.rows).id
  if (name === 'day') return random.pick(days)
  if (name === 'size') return random.pick(['s', 'm', 'l'])
  if (name === 'tags') return random.pick(['red', 'soft', 'new'])
  if (kind === 'keys' && !['category.slug', 'category.name'].includes(name)) {
    const isOfMaker = hops.length > 0 || name === 'maker.id'
    const id = isOfMaker ? random.pick(catalog.makers.ids) : stored(random, catalog, name)
    // Sometimes uses an id that no entry has. The value is always an id.
    return isUuid(id) && random.chance(0.8) ? id : ofNothing
  }
  if (hops.length > 0) return random.pick([word(random), random.pick(catalog.makers.ids)])
  return random.chance(0.7) ? stored(random, catalog, name) : random.pick([word(random), canary])
}

/** Returns the value of field `name` in a random entry. */
function stored(random: Random, { things, categories }: Catalog, name: string): string {
  const [key, inner] = name.split('.') as [string, string | undefined]
  const values = random.pick(things.rows).values
  if (key === 'category') return random.pick(categories)[(inner ?? 'id') as 'id']
  const value = inner ? (values[key] as Record<string, unknown> | undefined)?.[inner] : values[key]
  const text = String(Array.isArray(value) ? value[0] : (value ?? 'none'))
  return text.slice(0, 100).replaceAll('\n', ' ')
}

const makeSort = (random: Random): Sorting[] =>
  Array.from({ length: 1 + random.below(3) }, () => ({ leaf: random.pick(sortable), isDescending: random.chance(0.5) }))

const writeSorting = ({ leaf: { name }, isDescending }: Sorting) => `${isDescending ? '-' : ''}${name}`

function write(condition: Condition, prefix: string): Parameter[] {
  if ('not' in condition) return write(condition.not, `${prefix}[not]`)
  if ('predicate' in condition) {
    const { leaf: chosen, operator, value } = condition.predicate
    return [[`${prefix}[${[...chosen.hops, chosen.name].join('.')}][${operator}]`, value]]
  }
  const [word, parts] = 'and' in condition ? (['and', condition.and] as const) : (['or', condition.or] as const)
  return parts.flatMap((part, index) => write(part, `${prefix}[${word}][${index}]`))
}
