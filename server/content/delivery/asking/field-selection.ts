import { deliveryCaps } from '#contract/content/delivery.ts'
import { tooMuch, unknown } from '#server/content/filters/refuse-query.ts'

/**
 * Which fields are wanted, and of what they lead to. A name alone, with nothing below it, means all there is of it. Where longer
 * paths add to such a name, what is below it has `itself` as well; `*` below a name means all fields there.
 */
export type FieldSelection = Map<string, FieldSelection>

export const all: FieldSelection = new Map()
/** Stands among the paths below a name that is also named alone. No key is empty. */
const itself = ''
/** All fields, where it stands. */
export const everything = '*'

const mostFields = 200

/** title,category.name,blocks:hero.heading as a tree. */
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

/** What is wanted below any of some names of one thing, all of them together. */
export function selectionOf(wanted: FieldSelection, names: readonly string[]): FieldSelection | undefined {
  const found = names.flatMap((name) => wanted.get(name) ?? [])
  return found.length > 1 ? found.reduce(merged) : found[0]
}

function merged(one: FieldSelection, other: FieldSelection): FieldSelection {
  const both = new Map([...one, ...other])
  for (const [name, below] of one) if (other.has(name)) both.set(name, merged(below, other.get(name)!))
  // A name alone means all there is of it, also where the other one names less.
  if (isWhole(one) || isWhole(other)) both.set(itself, all)
  return both
}

/** The names below one, without `itself`. */
export const namesIn = (wanted: FieldSelection) => [...wanted].filter(([name]) => name !== itself)

/** Whether all fields are wanted, whatever else is named. */
export const isWhole = (wanted: FieldSelection) => wanted.size === 0 || wanted.has(itself) || wanted.has(everything)

const wholes = new WeakMap<FieldSelection, FieldSelection>()
/** The same of what is named in something that is wanted whole: its paths add to what is there. */
export const asWhole = (wanted: FieldSelection): FieldSelection =>
  kept(wholes, wanted, () => (isWhole(wanted) ? wanted : new Map([...wanted, [itself, all]])))

const pathsAlone = new WeakMap<FieldSelection, FieldSelection>()
/** The longer paths alone. */
export const withoutItself = (wanted: FieldSelection): FieldSelection =>
  kept(pathsAlone, wanted, () => (wanted.has(itself) ? new Map(namesIn(wanted)) : wanted))

/** One tree for each, since what is joined is known by the tree that it is wanted by. */
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
