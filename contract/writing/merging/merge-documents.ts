import type { Document } from '#contract/writing/document.ts'
import { type BlockConflict, type Choice, joinWritten, type Merging, recordConflict } from './conflicts.ts'
import { diffLists } from './diff.ts'
import { areAlike, type BlockMatch, isBlank, isGrown, isWithin, matchBlocks, pairWritten } from './match-blocks.ts'
import { mergeNode } from './merge-node.ts'
import { placeBlocks, sideOf } from './place-blocks.ts'
import { keyOf, mapAll, type Node, textOf, tidyDocument } from './tidy.ts'

/** `document` depends on the choice only if there are conflicts. */
export type MergedDocument = { document: Document; conflicts: BlockConflict[] }

/**
 * Merges a document three-way. A block that both sides changed is merged by its parts: a list by items, a table by
 * cells, a line by words. If both changed the same part differently, the choice decides. `both` keeps the block twice,
 * theirs first.
 */
export function mergeDocuments(
  base: Document | null,
  theirs: Document,
  yours: Document,
  choice: Choice = 'both',
): MergedDocument {
  const merging = mergingBy(choice)
  const [first, second] = mapAll([theirs, yours], (one) => tidyDocument(one).content ?? [])
  const content = base
    ? mergeSafely(merging, tidyDocument(base).content ?? [], first, second)
    : chooseBlocks(merging, first, second)
  const document: Node = { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
  return { document, conflicts: merging.conflicts } as MergedDocument
}

function mergingBy(choice: Choice): Merging {
  const merging: Merging = { choice, conflicts: [], mergeBlocks: (...sides) => mergeBlocks(merging, ...sides) }
  return merging
}

// Merges the blocks of both sides. If the result would lose or repeat words, merges each section between unchanged
// blocks separately. A section that still loses or repeats words becomes a conflict.
function mergeSafely(merging: Merging, ...sides: MergeSides): Node[] {
  if (isSafe(sides, mergeBlocks)) return mergeBlocks(merging, ...sides)
  return isSafe(sides, mergeParts) ? mergeParts(merging, ...sides) : chooseBlocks(merging, sides[1], sides[2])
}

const mergeParts = (merging: Merging, ...sides: MergeSides): Node[] =>
  cutBetween(...sides).flatMap((part) =>
    isSafe(part, mergeBlocks) ? mergeBlocks(merging, ...part) : chooseBlocks(merging, part[1], part[2]),
  )

type MergeSides = [base: Node[], theirs: Node[], yours: Node[]]

// Whether a merge neither loses nor repeats words. Checks single words, and three consecutive words that both sides
// added.
function isSafe(sides: MergeSides, merge: typeof mergeBlocks): boolean {
  const [began, first, second] = sides.map((blocks) => blocks.map(keyOf).join())
  if (first === began || second === began || first === second) return true
  const [was, one, other] = mapAll(sides, countWords)
  return (['theirs', 'yours'] as const).every((choice) => {
    const now = countWords(merge(mergingBy(choice), ...sides))
    const own = choice === 'theirs' ? one : other
    return [...new Set([...now.keys(), ...own.keys()])].every((words) => {
      const [before, theirs, yours] = mapAll([was, one, other], (counts) => counts.get(words) ?? 0)
      const count = now.get(words) ?? 0
      if (words.includes(' ')) return before > 0 || theirs === 0 || yours === 0 || count <= Math.max(theirs, yours)
      const most = before + Math.max(0, theirs - before) + Math.max(0, yours - before)
      // If the base contains a word several times, each side may have deleted a different occurrence. Then the result
      // may lack the word.
      const isKept = theirs > 0 && yours > 0 && theirs + yours > before
      return count <= most && (count > 0 || (!(before > 0 && isKept) && (own.get(words) ?? 0) <= before))
    })
  })
}

type Counts = Map<string, number>

function countWords(blocks: Node[]): Counts {
  const counts: Counts = new Map()
  const add = (words: string) => counts.set(words, (counts.get(words) ?? 0) + 1)
  for (const line of blocks.flatMap((block) => textOf(block).split('\n'))) {
    const words = line.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    words.forEach((word, at) => {
      add(word)
      if (at > 1) add(words.slice(at - 2, at + 1).join(' '))
    })
  }
  return counts
}

// Cuts the three documents at the blocks that neither side changed or moved. Each such block is its own section.
function cutBetween(...[base, theirs, yours]: MergeSides): MergeSides[] {
  const places = mapAll([theirs, yours], (side) => {
    const stayed = matchBlocks(base, side).filter(
      ({ before, after, isMoved }) => !isMoved && keyOf(base[before]!) === keyOf(side[after]!),
    )
    return new Map(stayed.map(({ before, after }) => [before, after]))
  })
  const parts: MergeSides[] = []
  let [at, one, other] = [0, 0, 0]
  for (let index = 0; index <= base.length; index++) {
    const isEnd = index === base.length
    const [first, second] = isEnd ? [theirs.length, yours.length] : places.map((known) => known.get(index))
    if (first === undefined || second === undefined) continue
    parts.push([base.slice(at, index), theirs.slice(one, first), yours.slice(other, second)])
    if (!isEnd) parts.push([[base[index]!], [base[index]!], [base[index]!]])
    at = index + 1
    one = first + 1
    other = second + 1
  }
  return parts
}

export const isSameDocument = (one: Document, other: Document): boolean =>
  one === other || keyOf(tidyDocument(one)) === keyOf(tidyDocument(other))

function mergeBlocks(merging: Merging, ...[base, theirs, yours]: MergeSides): Node[] {
  const [began, first, second] = [base, theirs, yours].map((blocks) => blocks.map(keyOf).join())
  if (first === began || first === second) return yours
  if (second === began) return theirs
  const matches = matchSides(base, theirs, yours)
  const sides = mapAll([theirs, yours], (side, index): Matched => {
    const fates = new Map(matches[index]!.map(({ before, after }) => [before, side[after]!]))
    return { fates, placed: sideOf(side, matches[index]!) }
  })
  // A block that both sides added appears once, in the longer form, even if the sides put it at different places.
  const [one, other] = mapAll(sides, ({ placed }) => freshOf(placed))
  const added = new Set(one.map(keyOf))
  const common = new Set(other.map(keyOf).filter((key) => added.has(key)))
  leaveOut(sides[0], (fresh) => other.some((longer) => isWithin(fresh, longer)))
  leaveOut(sides[1], (fresh) => common.has(keyOf(fresh)) || one.some((longer) => isWithin(fresh, longer)))
  const became = base.map((block, index) => {
    const [one, other] = mapAll(sides, ({ fates }) => fates.get(index) ?? null)
    return mergeBlock(merging, block, one, other)
  })
  bringTogether(sides[0].placed, sides[1].placed, common)
  return placeBlocks(became, { theirs: sides[0].placed, yours: sides[1].placed }, (fresh) =>
    joinFresh(merging, fresh, common),
  )
}

// Matches the blocks of the base with the blocks of each side. Removes a match between dissimilar blocks if the other
// side added the same new block. The base block then counts as deleted and the new block as added.
function matchSides(...[base, theirs, yours]: MergeSides): [BlockMatch[], BlockMatch[]] {
  const sides = [theirs, yours]
  const all = mapAll([theirs, yours], (side) => matchBlocks(base, side))
  return mapAll(all, (matches, index) => {
    const [side, other] = [sides[index]!, sides[1 - index]!]
    const known = new Set(all[1 - index]!.map(({ after }) => after))
    const fresh = other.filter((block, at) => !known.has(at) && !isBlank(block))
    return matches.filter(({ before, after }) => {
      const fate = side[after]!
      return areAlike(base[before]!, fate) || !fresh.some((block) => isSameBlock(fate, block))
    })
  })
}

const isSameBlock = (one: Node, other: Node) => isGrown(one, other) || areAlike(one, other)

/** Moves blocks that both sides added at different places to their place in `theirs`. */
function bringTogether(theirs: Placed, yours: Placed, common: ReadonlySet<string>) {
  const others = freshOf(theirs).filter((block) => !common.has(keyOf(block)))
  const own = freshOf(yours)
  for (const [one, other] of pairWritten(others, own, 'any place')) {
    const before = theirs.order.slice(0, placeOf(theirs, others[one]!))
    const previous = before.findLast((entry) => typeof entry === 'number' && yours.order.includes(entry))
    const [moved] = yours.order.splice(placeOf(yours, own[other]!), 1)
    yours.order.splice(previous === undefined ? 0 : yours.order.indexOf(previous) + 1, 0, moved!)
  }
}

const placeOf = ({ order }: Placed, fresh: Node) =>
  order.findIndex((entry) => typeof entry !== 'number' && entry.fresh === fresh)

const freshOf = ({ order }: Placed) =>
  order.flatMap((entry) => (typeof entry === 'number' || isBlank(entry.fresh) ? [] : [entry.fresh]))

function leaveOut({ placed }: Matched, isLeftOut: (fresh: Node) => boolean) {
  placed.order = placed.order.filter((entry) => typeof entry === 'number' || !isLeftOut(entry.fresh))
}

type Placed = ReturnType<typeof sideOf<Node>>
type Matched = { fates: Map<number, Node>; placed: Placed }

function mergeBlock(merging: Merging, base: Node, theirs: Node | null, yours: Node | null): Node[] {
  const [began, first, second] = [base, theirs, yours].map((node) => node && keyOf(node))
  if (first === began || first === second) return yours ? [yours] : []
  if (second === began) return theirs ? [theirs] : []
  if (!theirs || !yours) return recordConflict(merging, { base, theirs, yours })
  return mergeNode(merging, base, theirs, yours)
}

// Joins the new blocks of both sides at one position. A block that both sides added appears once, in the longer
// version. Similar blocks are a conflict.
function joinFresh(
  merging: Merging,
  { theirs, yours }: { theirs: Node[]; yours: Node[] },
  common: ReadonlySet<string>,
): Node[] {
  const others = theirs.filter((block) => !common.has(keyOf(block)))
  const pairs = pairWritten(others, yours, 'one place')
  const sameAs = new Map([...pairs].map(([one, other]) => [others[one], yours[other]]))
  const joined = theirs.flatMap((block) => {
    const same = sameAs.get(block)
    return same ? joinWritten(merging, block, same) : [block]
  })
  const taken = new Set(pairs.values())
  return [...joined, ...yours.filter((_, index) => !taken.has(index))]
}

function chooseBlocks(merging: Merging, theirs: Node[], yours: Node[]): Node[] {
  const chosen: Node[] = []
  let at = 0
  for (const { from, to, otherFrom, otherTo } of diffLists(theirs.map(keyOf), yours.map(keyOf), 1_000)) {
    chosen.push(...theirs.slice(at, from))
    const [first, second] = [theirs.slice(from, to), yours.slice(otherFrom, otherTo)]
    for (let index = 0; index < Math.max(first.length, second.length); index++)
      chosen.push(
        ...recordConflict(merging, { base: null, theirs: first[index] ?? null, yours: second[index] ?? null }),
      )
    at = to
  }
  return [...chosen, ...theirs.slice(at)]
}
