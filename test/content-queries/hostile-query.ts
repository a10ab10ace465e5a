import type { Random } from '#test/faults/fuzz/seeded.ts'
import { canary } from './catalog.ts'
import type { Parameter } from './generate-query.ts'

const names = [
  ...['title', 'slug', 'count', 'price', 'isNew', 'day', 'moment', 'hour', 'size', 'tags', 'place', 'maker', 'helpers'],
  ...[
    'secret',
    'secret.title',
    'category',
    'category.slug',
    'seat',
    'seat.colour',
    'parts',
    'data',
    'id',
    'publishedAt',
  ],
  ...['maker.owner.title', 'maker.owner.owner.owner.title', '_meta', '_meta.publishedAt', '_meta.nothing', 'type'],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '_meta.constructor',
    'maker.constructor',
    'title.x',
    '.',
  ],
  ...['', ' ', "title'--", 'title"', 'cells', 'workspace_id', 'p.body', 'x'.repeat(500), 'ž', 'maker.', '.title'],
  ...['and', 'or', 'not', '0', 'seat.__proto__', 'category.constructor', 'parts.colour', 'place.latitude'],
]
const operators = [
  ...['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists', 'contains', 'starts', 'search', 'near', 'within'],
  ...['like', 'constructor', '__proto__', '', 'EQ', '0'],
]
const values = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '%', '_', "'; drop table content_entries; --", '"', '\\', canary, '*', ','],
  ...['9'.repeat(30), '9'.repeat(400), '-0', '1e309', '1e-400', 'NaN', 'Infinity', '0x10', '1.', '.5', '--1'],
  ...['0000-00-00', '2026-02-30', '2026-02-30T00:00:00Z', '+275760-09-13T00:00:00Z', '0001-01-01T00:00:00Z'],
  ...['-000001-01-01T00:00:00Z', '10000-01-01T00:00:00Z', 'true', 'false', '25:00', 'null', '{}', '[]'],
  ...[
    '0,0,1',
    '1e-200,1e-200,1',
    '1e308,1e308,1e308',
    '1e-320,0,1',
    '0,0,-1',
    '91,181,1',
    '1,2',
    'a,b,c',
    ',,,',
    '1,2,3,4',
  ],
  ...['-1e308,-1e308,1e308,1e308', Array.from({ length: 201 }, (_, index) => index).join(','), 'x'.repeat(8000)],
  ...['x'.repeat(8001), '00000000-0000-0000-0000-000000000000', '& | ! ( ) : *', '<->', '"unbalanced', 'red,soft'],
]
const sorts = [
  'title,title',
  '-',
  ',',
  '+count',
  '--count',
  'tags',
  'maker',
  'a,b,c,d,e,f',
  'title,-count,price,day,hour',
]
const wanted = [
  ...['title,maker.title', 'secret.title', 'secret.slug', 'helpers.owner.owner.title', 'parts:querySeat.colour', '*'],
  ...[
    'maker.owner.owner.owner.owner.title',
    '__proto__',
    'maker.__proto__',
    'constructor',
    'parts.__proto__',
    ',',
    '.',
  ],
  ...['seat.colour', 'category.name', 'title.x', 'maker._meta', 'id', '_meta', 'maker.constructor', 'seat.__proto__.x'],
]
const cursors = [
  '',
  'x',
  'e30',
  '\0',
  'bnVsbA',
  'W10',
  'x'.repeat(8000),
  Buffer.from('{"of":"","at":[]}').toString('base64url'),
]

/** Makes a query with mistakes or attacks. The tests only require that the server answers it. */
export function makeHostile(random: Random, wellFormed: Parameter[]): Parameter[] {
  const kept = wellFormed.filter(() => random.chance(0.5))
  const added = Array.from({ length: 1 + random.below(3) }, () => random.pick(parts)(random))
  const all = [...kept, ...added]
  return random.chance(0.1) ? [...all, random.pick(all)] : all
}

const parts: ((random: Random) => Parameter)[] = [
  (random) => [`filter[${random.pick(names)}][${random.pick(operators)}]`, random.pick(values)],
  (random) => [`filter[${random.pick(names)}][${random.pick(operators)}]`, random.pick(values)],
  (random) => [`filter[${random.pick(['and', 'or'])}][0][${random.pick(names)}]`, random.pick(values)],
  (random) => [`filter${'[not]'.repeat(random.below(7))}[${random.pick(names)}]`, random.pick(values)],
  (random) => [
    random.pick(['filter', 'filter[', 'filter[]', 'filter[[title]]', 'filter[title]x', 'Filter[title]']),
    '1',
  ],
  (random) => ['sort', random.pick([...sorts, ...names])],
  (random) => ['fields', random.pick([...wanted, ...names])],
  (random) => ['locale', random.pick([...values, 'xx', 'EN', 'en,hr'])],
  (random) => ['limit', random.pick([...values, '0', '101', '1.5', '100'])],
  (random) => ['page', random.pick([...values, '0', '101', '2'])],
  (random) => ['count', random.pick(['exact', 'none', 'all', ''])],
  (random) => [random.pick(['after', 'before']), random.pick(cursors)],
  (random) => [random.pick(['domain', 'constructor', '__proto__', 'q', 'as_of']), random.pick(values)],
]

/** Changes the position in a valid cursor. */
export function forgeCursor(random: Random, cursor: string): string {
  const { of, at } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { of: string; at: string[] }
  const forged = at.map((one) => (random.chance(0.6) ? random.pick([...places, one.replace(/\d/, '0')]) : one))
  return Buffer.from(JSON.stringify({ of, at: forged })).toString('base64url')
}
const places = [
  ...['2026-02-30T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z', '2026-01-01T24:00:00.000000Z', '\0', '\ud800'],
  ...['9'.repeat(1999), 'true', 'false', '00000000-0000-0000-0000-000000000000', canary, ''],
]
