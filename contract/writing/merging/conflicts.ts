import type { DocumentNode } from '#contract/writing/document.ts'
import { areAlike, isGrown } from './match-blocks.ts'
import { type Node, textOf } from './tidy.ts'

/** The three versions of a part that both sides changed. Null: the side deleted the part, or the base is unknown. */
export type BlockConflict<N = DocumentNode> = Record<'base' | 'theirs' | 'yours', N | null>

export type Choice = 'theirs' | 'yours' | 'both'

export type Merging = {
  choice: Choice
  conflicts: BlockConflict<Node>[]
  mergeBlocks: (base: Node[], theirs: Node[], yours: Node[]) => Node[]
}

/** Records a conflict and returns the nodes that the choice keeps. */
export function recordConflict(merging: Merging, conflict: BlockConflict<Node>): Node[] {
  merging.conflicts.push(conflict)
  const { choice } = merging
  const chosen = choice === 'both' ? [conflict.theirs, conflict.yours] : [conflict[choice]]
  return chosen.filter((node) => node !== null)
}

/**
 * Joins two new blocks at the same position. If one block begins with the other, keeps only the longer block. If they
 * are similar, records a conflict. Otherwise keeps both.
 */
export function joinWritten(merging: Merging, theirs: Node, yours: Node): Node[] {
  if (isGrown(theirs, yours)) return [textOf(yours).length > textOf(theirs).length ? yours : theirs]
  return areAlike(theirs, yours) ? recordConflict(merging, { base: null, theirs, yours }) : [theirs, yours]
}
