import type { DocumentNode } from '#contract/writing/document.ts'
import { areAlike, isGrown } from './match-blocks.ts'
import { type Node, textOf } from './tidy.ts'

/** A part that both changed. Null on the side that took it out; as base where nobody knows it. */
export type BlockConflict = Record<'base' | 'theirs' | 'yours', DocumentNode | null>

/** What stays of what both changed in different ways. */
export type Choice = 'theirs' | 'yours' | 'both'

export type Merging = {
  choice: Choice
  conflicts: BlockConflict[]
  mergeBlocks: (base: Node[], theirs: Node[], yours: Node[]) => Node[]
}

/** Notes what is to be decided, and answers what stays by the choice. */
export function contest(merging: Merging, conflict: Record<keyof BlockConflict, Node | null>): Node[] {
  merging.conflicts.push(conflict as BlockConflict)
  const { choice } = merging
  const chosen = choice === 'both' ? [conflict.theirs, conflict.yours] : [conflict[choice]]
  return chosen.filter((node) => node !== null)
}

/** Blocks that both wrote in one place: one where the one is the other written on, asked about where they say much the same. */
export function joinWritten(merging: Merging, theirs: Node, yours: Node): Node[] {
  if (isGrown(theirs, yours)) return [textOf(yours).length > textOf(theirs).length ? yours : theirs]
  return areAlike(theirs, yours) ? contest(merging, { base: null, theirs, yours }) : [theirs, yours]
}
