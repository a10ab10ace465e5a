import type { ValueReference } from '#server/fields/kinds/field-kind.ts'

const includedLists = { entry: 'entries', media: 'media', category: 'categories' } as const
type IncludedList = (typeof includedLists)[ValueReference['kind']]
type JsonObject = Record<string, unknown>

export type Included = ReturnType<typeof collectIncluded>

/**
 * Collects each referenced entry, file and category once. The places that use it contain only a reference, as with
 * Contentful's `includes` and JSON:API compound documents.
 */
export function collectIncluded() {
  const included: Record<IncludedList, Record<string, JsonObject>> = { entries: {}, media: {}, categories: {} }

  // Adds an entry, file or category and returns a reference to it. If it was added before with other fields, the fields
  // are merged.
  function take(kind: ValueReference['kind'], thing: JsonObject): { id: string; in: string } {
    const [id, list] = [String(thing.id), includedLists[kind]]
    included[list][id] = mergeThing(included[list][id], thing)
    return { id, in: list }
  }

  return {
    take,
    takeJson: (kind: ValueReference['kind'], json: string) => JSON.stringify(take(kind, JSON.parse(json))),
    toJson: () => JSON.stringify(included),
  }
}

// Merges two JSON values of the same entry, file or category with different selected fields. Lists at the same path
// have the same items.
function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return other.map((part, index) => merge(one[index], part))
  return isThing(other) ? mergeThing(one, other) : other
}

function mergeThing(one: unknown, other: JsonObject): JsonObject {
  if (!isThing(one)) return other
  const both = Object.entries(other).map(([name, part]) => [name, merge(one[name], part)])
  return { ...one, ...Object.fromEntries(both) }
}

const isThing = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
