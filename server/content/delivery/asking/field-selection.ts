import { deliveryCaps } from '#contract/content/delivery.ts'
import { tooMuch, unknown } from '#server/content/filters/refuse-query.ts'

/**
 * Selected fields as a tree. A name without children selects everything below it. `*` selects all fields at its level.
 */
export type FieldSelection = Map<string, FieldSelection>

export const all: FieldSelection = new Map()
/** Marks a name that is selected both alone and in longer paths. No field key is empty. */
const itself = ''
export const everything = '*'

const mostFields = 200

/** Parses a list such as title,category.name,blocks:hero.heading. */
export function readFields(written: string): FieldSelection {
  const wanted: FieldSelection = new Map()
  const paths = written
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean)
  if (paths.length > mostFields) throw tooMuch(`fields names at most ${mostFields}`)
  const read = paths.map(readPath)
  for (const path of read) {
    let at = wanted
    for (const part of path) {
      const below = at.get(part) ?? new Map()
      at.set(part, below)
      at = below
    }
  }
  for (const path of read) {
    const below = path.reduce((at, part) => at.get(part)!, wanted)
    if (below.size > 0) below.set(itself, all)
  }
  return wanted
}

function readPath(path: string): string[] {
  const parts = path.split(/[.:]/)
  if (parts.length > deliveryCaps.depth + 1) throw tooMuch(`fields goes at most ${deliveryCaps.depth} levels deep`)
  if (parts.includes('')) throw unknown(`fields has a path without a name between its dots: ${path}`)
  if (parts.slice(0, -1).includes(everything)) throw unknown(`In fields, * stands at the end of a path: ${path}`)
  return parts
}

/**
 * Merges the selections of a field that has several names, such as its current and former keys. Returns undefined if
 * none of the names is selected.
 */
export function selectionOf(wanted: FieldSelection, names: readonly string[]): FieldSelection | undefined {
  const found = names.flatMap((name) => wanted.get(name) ?? [])
  return found.length > 1 ? found.reduce(merged) : found[0]
}

function merged(one: FieldSelection, other: FieldSelection): FieldSelection {
  const both = new Map([...one, ...other])
  for (const [name, below] of one) if (other.has(name)) both.set(name, merged(below, other.get(name)!))
  // A whole selection wins over a partial one.
  if (isWhole(one) || isWhole(other)) both.set(itself, all)
  return both
}

export const namesIn = (wanted: FieldSelection) => [...wanted].filter(([name]) => name !== itself)

export const isWhole = (wanted: FieldSelection) => wanted.size === 0 || wanted.has(itself) || wanted.has(everything)

const wholes = new WeakMap<FieldSelection, FieldSelection>()
export const asWhole = (wanted: FieldSelection): FieldSelection =>
  kept(wholes, wanted, () => (isWhole(wanted) ? wanted : new Map([...wanted, [itself, all]])))

const pathsAlone = new WeakMap<FieldSelection, FieldSelection>()
export const withoutItself = (wanted: FieldSelection): FieldSelection =>
  kept(pathsAlone, wanted, () => (wanted.has(itself) ? new Map(namesIn(wanted)) : wanted))

/** Caches the derived selection, because joined entries are identified by their selection object. */
function kept(
  known: WeakMap<FieldSelection, FieldSelection>,
  wanted: FieldSelection,
  make: () => FieldSelection,
): FieldSelection {
  const found = known.get(wanted)
  if (found) return found
  const made = make()
  known.set(wanted, made)
  return made
}
