import type { ValueReference } from '#server/fields/field-kind.ts'

const places = { entry: 'entries', media: 'media', category: 'categories' } as const
type Thing = Record<string, unknown>

/** What an answer leads to, each thing once. */
export type Included = ReturnType<typeof collectIncluded>

/**
 * Takes what stands where an answer leads to something out of it, as Contentful's `includes` and JSON:API's compound documents
 * do: there remains a lead, by which it is found.
 */
export function collectIncluded() {
  const included: Record<(typeof places)[ValueReference['kind']], Record<string, Thing>> = {
    entries: {},
    media: {},
    categories: {},
  }

  /** Of a thing that is wanted with other fields elsewhere, both are there. */
  function take(kind: ValueReference['kind'], thing: Thing): { id: string; in: string } {
    const [id, place] = [String(thing.id), places[kind]]
    included[place][id] = merge(included[place][id], thing) as Thing
    return { id, in: place }
  }

  return {
    take,
    takeJson: (kind: ValueReference['kind'], json: string) => JSON.stringify(take(kind, JSON.parse(json))),
    toJson: () => JSON.stringify(included),
  }
}

/** Both are parts of one thing, so what stands at the same place is of the same form. */
function merge(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return other.map((part, index) => merge(one[index], part))
  if (!isThing(one) || !isThing(other)) return other
  const both = Object.entries(other).map(([name, part]) => [name, merge(one[name], part)])
  return { ...one, ...Object.fromEntries(both) }
}

const isThing = (value: unknown): value is Thing => value !== null && typeof value === 'object' && !Array.isArray(value)
