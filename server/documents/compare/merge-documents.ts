import type { Document, FlowNode } from '#contract/document.ts'
import { keyOf, matchBlocks } from './match-blocks.ts'

/** A block that both changed. Null on the side that took it out. */
export type BlockConflict = { base: FlowNode; theirs: FlowNode | null; yours: FlowNode | null }

export type Merge = { document: Document; conflicts?: never } | { document?: never; conflicts: BlockConflict[] }

/**
 * Joins what two people made of one document, block by block: changes, moves and removals of either, and the new blocks of
 * both, theirs first where they stand at one place. Where both changed a block in different ways, the answer is those.
 */
export function mergeDocuments(base: Document, theirs: Document, yours: Document): Merge {
  const [began, first, second] = [base, theirs, yours].map(({ content }) => content.map(keyOf).join())
  if (first === began || first === second) return { document: yours }
  if (second === began) return { document: theirs }
  const sides = { theirs: sideOf(base, theirs), yours: sideOf(base, yours) }
  const merged = base.content.map((block, index) => mergeBlock(block, sides.theirs.of[index]!, sides.yours.of[index]!))
  const conflicts = merged.flatMap((result) => ('conflict' in result ? [result.conflict] : []))
  if (conflicts.length > 0) return { conflicts }
  const blocks = merged.map((result) => ('block' in result ? result.block : null))
  const content = placeBlocks(sides.yours, sides.theirs, blocks)
  return { document: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] } }
}

/** What became of a block of the base on one side. */
type Fate = { block: FlowNode; isMoved: boolean } | null

/** `order` is the side's document: an index is a block of the base, a node one that is new. */
type Side = { of: Fate[]; order: (number | FlowNode)[] }

function sideOf(base: Document, changed: Document): Side {
  const matches = matchBlocks(base.content, changed.content)
  const of = base.content.map((): Fate => null)
  const order: (number | FlowNode)[] = [...changed.content]
  for (const { before, after, isMoved } of matches) {
    of[before] = { block: changed.content[after]!, isMoved }
    order[after] = before
  }
  return { of, order }
}

type Merged = { block: FlowNode | null } | { conflict: BlockConflict }

function mergeBlock(base: FlowNode, theirs: Fate, yours: Fate): Merged {
  const [began, first, second] = [keyOf(base), ...[theirs, yours].map((fate) => (fate ? keyOf(fate.block) : null))]
  if (first === began || first === second) return { block: yours?.block ?? null }
  if (second === began) return { block: theirs?.block ?? null }
  return { conflict: { base, theirs: theirs?.block ?? null, yours: yours?.block ?? null } }
}

/** One place of the merged document, linked to the next one. */
type Spot = { entry: number | FlowNode | null; next: Spot | null; previous: Spot | null }

/** Your order, into which their moves and their new blocks are put behind what they stand behind there. */
function placeBlocks(yours: Side, theirs: Side, blocks: (FlowNode | null)[]): FlowNode[] {
  const start: Spot = { entry: null, next: null, previous: null }
  const spots = new Map<number, Spot>()
  let last = start
  for (const entry of yours.order) {
    last = putBehind(last, { entry, next: null, previous: null })
    if (typeof entry === 'number') spots.set(entry, last)
  }
  let behind = start
  for (const entry of theirs.order) {
    if (typeof entry !== 'number') {
      behind = sameNew(behind.next, entry) ?? putBehind(behind, { entry, next: null, previous: null })
      continue
    }
    const spot = spots.get(entry)
    if (!spot) continue
    if (theirs.of[entry]!.isMoved && !yours.of[entry]!.isMoved) moveBehind(behind, spot)
    behind = spot
  }
  return collect(start, blocks)
}

/** What both put at one place is there once. */
const sameNew = (spot: Spot | null, entry: FlowNode): Spot | null =>
  spot?.entry && typeof spot.entry !== 'number' && keyOf(spot.entry) === keyOf(entry) ? spot : null

function putBehind(behind: Spot, spot: Spot): Spot {
  spot.previous = behind
  spot.next = behind.next
  if (behind.next) behind.next.previous = spot
  behind.next = spot
  return spot
}

function moveBehind(behind: Spot, spot: Spot): void {
  if (behind === spot || behind.next === spot) return
  if (spot.previous) spot.previous.next = spot.next
  if (spot.next) spot.next.previous = spot.previous
  putBehind(behind, spot)
}

function collect(start: Spot, blocks: (FlowNode | null)[]): FlowNode[] {
  const content: FlowNode[] = []
  for (let spot = start.next; spot; spot = spot.next) {
    const block = typeof spot.entry === 'number' ? blocks[spot.entry] : spot.entry
    if (block) content.push(block)
  }
  return content
}
