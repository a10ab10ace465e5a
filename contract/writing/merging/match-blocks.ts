import { diffLists } from './diff.ts'
import { keyOf, lineTypes, type Node, textOf } from './tidy.ts'

/** Indexes of the same block in two documents. `isMoved`: its order among the matched blocks changed. */
export type BlockMatch = { before: number; after: number; isMoved: boolean }

// Limits for the time of a comparison: edits of a diff, compared pairs of blocks, and words of each block. Blocks that
// are not compared count as new.
const limits = { edits: 1_000, pairs: 40_000, words: 2_000 }
const alike = 0.5
/** Minimum similarity (0 to 1) at which two new blocks at the same position count as similar. */
const alikeBeside = 0.3
/** Minimum similarity of new blocks at different positions. It is higher, because such blocks are usually unrelated. */
const alikeElsewhere = 0.6
/** Minimum similarity at which two blocks are matched if both are between the same two matched blocks. */
const alikeInGap = 0.15

export function matchBlocks(before: Node[], after: Node[]): BlockMatch[] {
  const matches = matchInOrder(before.map(keyOf), after.map(keyOf))
  matchAnywhere(before, after, matches)
  matchAlike(before, after, matches, alike)
  matchInGaps(before, after, matches)
  matchNeighbours(before, after, matches)
  return markMoved([...matches].map(([one, other]) => ({ before: one, after: other })))
}

type Matches = Map<number, number>

function matchInOrder(before: string[], after: string[]): Matches {
  const matches: Matches = new Map()
  let [one, other] = [0, 0]
  const end = { from: before.length, to: before.length, otherFrom: after.length, otherTo: after.length }
  for (const { from, to, otherTo } of [...diffLists(before, after, limits.edits), end]) {
    while (one < from) matches.set(one++, other++)
    one = to
    other = otherTo
  }
  return matches
}

const leftOver = (blocks: Node[], matched: Iterable<number>) => {
  const taken = new Set(matched)
  return [...blocks.keys()].filter((index) => !taken.has(index))
}

function matchAnywhere(before: Node[], after: Node[], matches: Matches) {
  const places = Map.groupBy(leftOver(after, matches.values()), (index) => keyOf(after[index]!))
  for (const index of leftOver(before, matches.keys())) {
    if (isBlank(before[index]!)) continue
    const other = places.get(keyOf(before[index]!))?.shift()
    if (other !== undefined) matches.set(index, other)
  }
}

export const isBlank = (block: Node) => block.type === 'horizontalRule' || (lineTypes.has(block.type) && !block.content)

type Candidate = { before: number; after: number; likeness: number }

/** Matches similar blocks: the most similar pairs first, among equal pairs the nearest. */
function matchAlike(
  before: Node[],
  after: Node[],
  matches: Matches,
  least: number,
  ones = leftOver(before, matches.keys()),
  others = leftOver(after, matches.values()),
) {
  if (ones.length * others.length > limits.pairs) return
  const bags = others.map((index) => bagOf(after[index]!))
  const candidates = ones.flatMap((one): Candidate[] => {
    const bag = bagOf(before[one]!)
    return others.flatMap((other, index) => {
      const likeness = familyOf(before[one]!) === familyOf(after[other]!) ? likenessOf(bag, bags[index]!) : 0
      return likeness >= least ? [{ before: one, after: other, likeness }] : []
    })
  })
  takeLikest(candidates, matches)
}

function takeLikest(candidates: Candidate[], matches: Matches) {
  const distance = (pair: Candidate) => Math.abs(pair.before - pair.after)
  candidates.sort((one, other) => other.likeness - one.likeness || distance(one) - distance(other))
  const taken = new Set<number>()
  for (const { before: one, after: other } of candidates) {
    if (matches.has(one) || taken.has(other)) continue
    matches.set(one, other)
    taken.add(other)
  }
}

/**
 * Pairs similar new blocks of both sides, the most similar first. `one place` also pairs a block with its longer
 * version.
 */
export function pairWritten(theirs: Node[], yours: Node[], at: 'one place' | 'any place'): ReadonlyMap<number, number> {
  const matches: Matches = new Map()
  if (theirs.length * yours.length > limits.pairs) return matches
  const candidates = theirs.flatMap((one, before) =>
    yours.flatMap((other, after): Candidate[] => {
      const isSame = areAlike(one, other, at) || (at === 'one place' && isGrown(one, other))
      return isSame ? [{ before, after, likeness: isGrown(one, other) ? 1 : likenessOf(bagOf(one), bagOf(other)) }] : []
    }),
  )
  takeLikest(candidates, matches)
  return matches
}

function matchInGaps(before: Node[], after: Node[], matches: Matches) {
  const stayed = markMoved([...matches].map(([one, other]) => ({ before: one, after: other })))
  const [known, taken] = [new Set(matches.keys()), new Set(matches.values())]
  let [one, other] = [0, 0]
  for (const next of [...stayed, { before: before.length, after: after.length, isMoved: false }]) {
    if (next.isMoved) continue
    const ones = range(one, next.before).filter((index) => !known.has(index))
    const others = range(other, next.after).filter((index) => !taken.has(index))
    if (ones.length > 0 && others.length > 0) matchAlike(before, after, matches, alikeInGap, ones, others)
    one = next.before + 1
    other = next.after + 1
  }
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

// Matches two unmatched blocks if each is the only block between the same two matched neighbours. Then somebody has
// probably rewritten the block.
function matchNeighbours(before: Node[], after: Node[], matches: Matches) {
  const taken = new Set(matches.values())
  const placeOf = (index: number) => (index < 0 ? -1 : index >= before.length ? after.length : matches.get(index))
  for (const index of leftOver(before, matches.keys())) {
    const previous = placeOf(index - 1)
    if (previous === undefined || placeOf(index + 1) !== previous + 2 || taken.has(previous + 1)) continue
    if (familyOf(before[index]!) === familyOf(after[previous + 1]!)) matches.set(index, previous + 1)
  }
}

type Bag = { words: Map<string, number>; size: number }

// Returns the family of a block. Blocks of one family can match, because a paragraph can become a heading and a bullet
// list a numbered list.
const familyOf = ({ type }: Node) => families[type] ?? type
const families: Record<string, string> = { heading: 'paragraph', orderedList: 'bulletList', tableHeader: 'tableCell' }

function bagOf(block: Node): Bag {
  const words = new Map<string, number>()
  const found = block.content
    ? (textOf(block)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu)
        ?.slice(0, limits.words) ?? [])
    : [thingOf(block)].filter((thing) => thing !== '')
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1)
  return { words, size: found.length }
}

export function thingOf({ attrs = {} }: Node): string {
  const { file, url, entry, reference } = attrs
  const thing = file ?? url ?? entry ?? reference
  return thing === undefined ? '' : JSON.stringify(thing)
}

export const areAlike = (one: Node, other: Node, at: 'one place' | 'any place' = 'one place') =>
  familyOf(one) === familyOf(other) &&
  likenessOf(bagOf(one), bagOf(other)) >= (at === 'one place' ? alikeBeside : alikeElsewhere)

export function isGrown(one: Node, other: Node): boolean {
  if (keyOf(one) === keyOf(other)) return true
  if (one.type !== other.type) return false
  // Items with one line are compared by that line.
  if (one.content?.length === 1 && other.content?.length === 1 && !lineTypes.has(one.type))
    return isGrown(one.content[0]!, other.content[0]!)
  if (!lineTypes.has(one.type)) return false
  const [shorter, longer] = textOf(one).length > textOf(other).length ? [other, one] : [one, other]
  return textOf(shorter).trim() !== '' && isText(shorter) && textOf(longer).startsWith(textOf(shorter))
}

const isText = ({ content = [] }: Node) => content.every(({ type }) => type === 'text' || type === 'hardBreak')

/** Whether each line of a block is the beginning of a line in a longer block of the same type, such as a list. */
export function isWithin(block: Node, longer: Node): boolean {
  if (block.type !== longer.type || lineTypes.has(block.type)) return false
  const [parts, all] = [partsOf(block), partsOf(longer)]
  return parts.length > 0 && parts.length < all.length && parts.every((part) => all.some((one) => one.startsWith(part)))
}

function partsOf(node: Node): string[] {
  if (!lineTypes.has(node.type)) return node.content ? node.content.flatMap(partsOf) : [keyOf(node)]
  return isText(node) ? [textOf(node)].filter(Boolean) : [keyOf(node)]
}

function likenessOf(one: Bag, other: Bag): number {
  if (one.size + other.size === 0) return 0
  let shared = 0
  for (const [word, count] of one.words) shared += Math.min(count, other.words.get(word) ?? 0)
  return (2 * shared) / (one.size + other.size)
}

/** Marks moved blocks. The longest series of matches that kept their order counts as not moved. */
function markMoved(pairs: { before: number; after: number }[]): BlockMatch[] {
  const ordered = pairs.toSorted((one, other) => one.before - other.before)
  const stayed = longestRising(ordered.map(({ after }) => after))
  return ordered.map((pair, index) => ({ ...pair, isMoved: !stayed.has(index) }))
}

/** Returns the indexes of a longest increasing subsequence (patience sorting). */
function longestRising(values: number[]): Set<number> {
  const ends: number[] = []
  const previous: number[] = []
  values.forEach((value, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? ends[low - 1]! : -1
    ends[low] = index
  })
  const run = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) run.add(index)
  return run
}
