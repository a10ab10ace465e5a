import { diffArrays } from 'diff'
import type { FlowNode } from '#contract/document.ts'
import { blocksToText } from '#server/documents/render/to-text.ts'

/**
 * A block of two documents: on both sides, or on one alone. Moved are those that stand in another order among the ones that
 * both have.
 */
export type BlockMatch = { before: number; after: number; isMoved: boolean }

// What is past these is taken for new: a comparison has to end, and its reader too.
const limits = { edits: 1_000, pairs: 40_000, words: 2_000 }
const alike = 0.5

/** Which block of the one is which of the other: the same first, in order and then anywhere, then what is much alike. */
export function matchBlocks(before: FlowNode[], after: FlowNode[]): BlockMatch[] {
  const matches = matchInOrder(before.map(keyOf), after.map(keyOf))
  matchAnywhere(before, after, matches)
  matchAlike(before, after, matches)
  matchNeighbours(before, after, matches)
  return markMoved([...matches].map(([one, other]) => ({ before: one, after: other })))
}

/** Both as a check left them, so that equal blocks are equally written. */
export const keyOf = (block: FlowNode): string => JSON.stringify(block)

type Matches = Map<number, number>

function matchInOrder(before: string[], after: string[]): Matches {
  const matches: Matches = new Map()
  let [one, other] = [0, 0]
  for (const { count, added, removed } of diffArrays(before, after, { maxEditLength: limits.edits }) ?? []) {
    if (added) other += count
    else if (removed) one += count
    else for (let index = 0; index < count; index++) matches.set(one++, other++)
  }
  return matches
}

const leftOver = (blocks: FlowNode[], matched: Iterable<number>) => {
  const taken = new Set(matched)
  return [...blocks.keys()].filter((index) => !taken.has(index))
}

function matchAnywhere(before: FlowNode[], after: FlowNode[], matches: Matches) {
  const places = Map.groupBy(leftOver(after, matches.values()), (index) => keyOf(after[index]!))
  for (const index of leftOver(before, matches.keys())) {
    const other = places.get(keyOf(before[index]!))?.shift()
    if (other !== undefined) matches.set(index, other)
  }
}

type Candidate = { before: number; after: number; likeness: number }

/** The likest pairs first; of equally like ones those that stand at the same place between their neighbours. */
function matchAlike(before: FlowNode[], after: FlowNode[], matches: Matches) {
  const ones = leftOver(before, matches.keys())
  const others = leftOver(after, matches.values())
  if (ones.length * others.length > limits.pairs) return
  const bags = others.map((index) => bagOf(after[index]!))
  const candidates = ones.flatMap((one): Candidate[] => {
    const bag = bagOf(before[one]!)
    return others.flatMap((other, index) => {
      const likeness = before[one]!.type === after[other]!.type ? likenessOf(bag, bags[index]!) : 0
      return likeness >= alike ? [{ before: one, after: other, likeness }] : []
    })
  })
  const distance = (pair: Candidate) => Math.abs(pair.before - pair.after)
  candidates.sort((one, other) => other.likeness - one.likeness || distance(one) - distance(other))
  const taken = new Set<number>()
  for (const { before: one, after: other } of candidates) {
    if (matches.has(one) || taken.has(other)) continue
    matches.set(one, other)
    taken.add(other)
  }
}

/** Between two blocks that both have, one block on each side is the same, rewritten. */
function matchNeighbours(before: FlowNode[], after: FlowNode[], matches: Matches) {
  const taken = new Set(matches.values())
  const placeOf = (index: number) => (index < 0 ? -1 : index >= before.length ? after.length : matches.get(index))
  for (const index of leftOver(before, matches.keys())) {
    const previous = placeOf(index - 1)
    if (previous === undefined || placeOf(index + 1) !== previous + 2 || taken.has(previous + 1)) continue
    if (before[index]!.type === after[previous + 1]!.type) matches.set(index, previous + 1)
  }
}

type Bag = { words: Map<string, number>; size: number }

/** Its words, and for what has none its own writing. */
function bagOf(block: FlowNode): Bag {
  const text = blocksToText([block]) || keyOf(block)
  const words = new Map<string, number>()
  const found =
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.slice(0, limits.words) ?? []
  for (const word of found) words.set(word, (words.get(word) ?? 0) + 1)
  return { words, size: found.length }
}

/** Of all words of both, the share that both have. */
function likenessOf(one: Bag, other: Bag): number {
  if (one.size + other.size === 0) return 0
  let shared = 0
  for (const [word, count] of one.words) shared += Math.min(count, other.words.get(word) ?? 0)
  return (2 * shared) / (one.size + other.size)
}

/** The longest run of matches that kept its order stayed; the others moved. */
function markMoved(pairs: { before: number; after: number }[]): BlockMatch[] {
  const ordered = pairs.toSorted((one, other) => one.before - other.before)
  const stayed = longestRising(ordered.map(({ after }) => after))
  return ordered.map((pair, index) => ({ ...pair, isMoved: !stayed.has(index) }))
}

/** The places of a longest rising run, found by the smallest ends of runs of each length. */
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
