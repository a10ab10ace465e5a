import { z } from 'zod'
import type { Random } from './seeded.ts'

type Shape = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  items?: Shape
  format?: string
}

/** Returns a random value that mostly fits the schema. Some parts are hostile. */
export function sampleOf(schema: z.ZodType, random: Random): unknown {
  return sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, random)
}

function sample(shape: Shape, random: Random): unknown {
  if (random.chance(0.08)) return hostileValue(random)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return random.pick(shape.enum)
  if (shape.anyOf) return sample(random.pick(shape.anyOf), random)
  const type = Array.isArray(shape.type) ? random.pick(shape.type) : shape.type
  if (type === 'object') return sampleObject(shape.properties ?? {}, random)
  if (type === 'array') return Array.from({ length: random.below(4) }, () => sample(shape.items ?? {}, random))
  if (type === 'integer' || type === 'number') return random.below(200)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (shape.format === 'uuid') return random.uuid()
  if (shape.format === 'email') return `fuzz${random.below(50)}@example.org`
  if (shape.format === 'date-time') return '2030-01-01T00:00:00.000Z'
  return random.pick(['Words', 'fuzz@example.org', '123456', 'Europe/Berlin', 'a-name', '<p>Hello</p>'])
}

function sampleObject(properties: Record<string, Shape>, random: Random) {
  const entries = Object.entries(properties).filter(() => random.chance(0.8))
  const made = Object.fromEntries(entries.map(([name, shape]) => [name, sample(shape, random)]))
  if (random.chance(0.1)) Object.assign(made, { [random.pick(['role', 'workspaceId', 'x', ''])]: hostileValue(random) })
  // Adds an own property `__proto__`, which JSON can contain.
  if (random.chance(0.03)) Object.defineProperty(made, '__proto__', { value: { isAdmin: true }, enumerable: true })
  return made
}

const hostileTexts = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\u202e', '\ufeff', '😀'.repeat(300), 'x'.repeat(70_000)],
  ...["'; drop table tickets; --", '%', '_', '\\', '{{7*7}}', '$(id)', '../../../etc/passwd', '\r\nX-Evil: 1'],
  ...['0000-01-01T00:00:00Z', '9999-99-99', '2030-02-30T00:00:00Z', '-1', '1e309', 'NaN', 'null', '[object Object]'],
  ...['<svg onload=1>', 'javascript:1', 'a@b', '@', 'é'.repeat(300), '١٢٣', 'ﷺ'.repeat(200), '&amp;', '"'],
]

export function hostileValue(random: Random): unknown {
  const others: unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 31,
    [],
    {},
    [[]],
    [null],
    { a: { b: 1 } },
  ]
  return random.chance(0.6) ? random.pick(hostileTexts) : random.pick(others)
}

export const hostileText = (random: Random): string => random.pick(hostileTexts)
