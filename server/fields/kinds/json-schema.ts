import { format, type Schema, Validator } from '@cfworker/json-schema'

/** Some hundred thousand steps take half a second, during which the process cannot answer. */
const mostChecks = 300_000

// The default expression takes very long on some texts of 40 characters.
format.url = (text) => /^(https?|ftp):\/\/\S+$/i.test(text) && URL.canParse(text)

/** The fault of a value by a JSON Schema, or null. Old schemas may be invalid today. */
export function checkBySchema(schema: object, value: unknown): string | null {
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

/** Subtracts the work of a schema for a value from the budget. */
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
