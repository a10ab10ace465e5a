import type { DocumentNode } from '#contract/writing/document.ts'
import { areAlike, isGrown } from './match-blocks.ts'
import { type Node, textOf } from './tidy.ts'

/** A part that both sides changed. Null on a side that deleted it, and as base if the base is unknown. */
export type BlockConflict = Record<'base' | 'theirs' | 'yours', DocumentNode | null>

/** The side that wins a conflict. */
export type Choice = 'theirs' | 'yours' | 'both'

export type Merging = {
  choice: Choice
  conflicts: BlockConflict[]
  mergeBlocks: (base: Node[], theirs: Node[], yours: Node[]) => Node[]
}

/** Records a conflict and returns the nodes that the choice keeps. */
export function contest(merging: Merging, conflict: Record<keyof BlockConflict, Node | null>): Node[] {
  merging.conflicts.push(conflict as BlockConflict)
  const { choice } = merging
  const chosen = choice === 'both' ? [conflict.theirs, conflict.yours] : [conflict[choice]]
  return chosen.filter((node) => node !== null)
}

/** Joins new blocks at the same place: one block if one extends the other, a conflict if they are alike, else both. */
export function joinWritten(merging: Merging, theirs: Node, yours: Node): Node[] {
  if (isGrown(theirs, yours)) return [textOf(yours).length > textOf(theirs).length ? yours : theirs]
  return areAlike(theirs, yours) ? contest(merging, { base: null, theirs, yours }) : [theirs, yours]
}
