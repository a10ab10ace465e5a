import { format, type Schema, Validator } from '@cfworker/json-schema'
import { type FieldKindRule, kept, wrong } from '#server/fields/kinds/field-kind.ts'

const mostBytes = 200_000
const mostDepth = 40

export const json: FieldKindRule<'json'> = {
  cell: 'none',
  check(value, { schema }) {
    if (depthOf(value) > mostDepth) return wrong(`Nest at most ${mostDepth} levels deep`)
    const long = longNumberIn(value)
    if (long !== undefined) return wrong(`The number ${long} has too many digits. Send it as text.`)
    const written = JSON.stringify(value)
    if (written === undefined) return wrong('Enter valid JSON')
    if (written.length > mostBytes) return wrong(`Use at most ${mostBytes.toLocaleString('en')} characters`)
    // PostgreSQL cannot store U+0000, and U+0001 marks references in rendered values.
    if (/\\u000[01]/.test(written)) return wrong('Control characters are not allowed')
    const fault = schema ? checkBySchema(schema, value) : null
    return fault === null ? kept(value) : wrong(fault)
  },
  toText: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  fromText: (text) => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  },
  schema: () => ({ description: 'Any JSON' }),
}

/** Finds a number beyond the safe integers, because JSON parsing can already have lost digits of such a number. */
function longNumberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : undefined
  if (value === null || typeof value !== 'object') return undefined
  for (const part of Object.values(value)) {
    const long = longNumberIn(part)
    if (long !== undefined) return long
  }
  return undefined
}

const depthOf = (value: unknown, depth = 0): number =>
  value === null || typeof value !== 'object' || depth > mostDepth
    ? depth
    : Math.max(depth, ...Object.values(value).map((part) => depthOf(part, depth + 1)))

// Maximum number of validation steps. They take about half a second, in which the process is blocked.
const mostChecks = 300_000

// The library checks the format `url` with a regular expression that takes very long on some texts of only 40
// characters. This check replaces it.
format.url = (text) => /^(https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text)

function checkBySchema(schema: object, value: unknown): string | null {
  const budget = { left: mostChecks }
  spend(schema, value, budget)
  if (budget.left < 0) return 'Validating this takes too long. Shorten it, or simplify the schema'
  const { valid, errors } = new Validator(schema as Schema, '2020-12', true).validate(value)
  const { instanceLocation = '#', error = 'does not fit its schema' } = errors.at(-1) ?? {}
  return valid ? null : `${instanceLocation}: ${error}`
}

const ofParts: ReadonlySet<string> = new Set([
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
])
const byName: ReadonlySet<string> = new Set(['dependentSchemas', 'dependencies'])

type Budget = { left: number }

function spend(schema: unknown, value: unknown, budget: Budget) {
  if (schema === null || typeof schema !== 'object') return
  budget.left -= 1
  for (const [name, inner] of Object.entries(schema)) {
    if (budget.left < 0) return
    if (name === '$recursiveRef') budget.left = -1
    else if (name === 'uniqueItems')
      budget.left -= inner && Array.isArray(value) ? (value.length * sizeOf(value)) / 2 : 0
    else if (name === 'properties') spendByName(inner, value, budget)
    else if (byName.has(name)) spend(Object.values(inner ?? {}), value, budget)
    else if (ofParts.has(name)) for (const part of partsOf(value)) spend(inner, part, budget)
    else spend(inner, value, budget)
  }
}

function spendByName(properties: unknown, value: unknown, budget: Budget) {
  const parts = value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if (budget.left < 0) return
    budget.left -= 1
    if (Object.hasOwn(parts, name)) spend(schema, parts[name], budget)
  }
}

const partsOf = (value: unknown): unknown[] => (value !== null && typeof value === 'object' ? Object.values(value) : [])

const sizeOf = (value: unknown): number => partsOf(value).reduce<number>((sum, part) => sum + sizeOf(part), 1)
