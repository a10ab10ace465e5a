import { diffArrays } from 'diff'
import type { Document, FlowNode } from '#contract/writing/document.ts'
import { type BlockMatch, matchBlocks } from '#contract/writing/merging/match-blocks.ts'
import { keyOf } from '#contract/writing/merging/tidy.ts'
import { blocksToText } from '#server/writing/documents/render/to-text.ts'

export type WordChange = { kind: 'same' | 'added' | 'removed'; text: string }

/** The change of a block. If only its form changed, all `words` are `same`. */
export type BlockChange =
  | { kind: 'same' | 'moved'; before: FlowNode; after: FlowNode }
  | { kind: 'changed'; before: FlowNode; after: FlowNode; words: WordChange[]; isMoved: boolean }
  | { kind: 'added'; after: FlowNode }
  | { kind: 'removed'; before: FlowNode }

// The time grows with the square of the edits. With more edits, the old and the new text are shown one after the other.
const limits = { edits: 400, editsOfDocument: 8_000 }

/** Returns all blocks of the later document in order, with removed blocks at their former place. */
export function compareDocuments(before: Document, after: Document): BlockChange[] {
  const matches = matchBlocks(before.content, after.content)
  const byAfter = new Map(matches.map((match) => [match.after, match]))
  const kept = new Set(matches.map((match) => match.before))
  const changes: BlockChange[] = []
  const wordsOf = newWordComparison()
  let next = 0
  const tellRemoved = (end: number) => {
    for (; next < end; next++) if (!kept.has(next)) changes.push({ kind: 'removed', before: before.content[next]! })
  }
  after.content.forEach((block, index) => {
    const match = byAfter.get(index)
    if (match && !match.isMoved) tellRemoved(match.before)
    changes.push(
      match ? changeOf(before.content[match.before]!, block, match, wordsOf) : { kind: 'added', after: block },
    )
  })
  tellRemoved(before.content.length)
  return changes
}

export const compareWords = (before: string, after: string): WordChange[] => newWordComparison()(before, after)

type WordComparison = ReturnType<typeof newWordComparison>

function changeOf(before: FlowNode, after: FlowNode, { isMoved }: BlockMatch, wordsOf: WordComparison): BlockChange {
  if (keyOf(before) === keyOf(after)) return { kind: isMoved ? 'moved' : 'same', before, after }
  return { kind: 'changed', before, after, isMoved, words: wordsOf(blocksToText([before]), blocksToText([after])) }
}

/** Compares texts by words and separators. Joined, the parts give both texts again. */
function newWordComparison() {
  let editsLeft = limits.editsOfDocument
  return (before: string, after: string): WordChange[] => {
    const maxEditLength = Math.min(limits.edits, editsLeft)
    const parts = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength })
    if (!parts) {
      editsLeft -= maxEditLength
      return oneAfterTheOther(before, after)
    }
    editsLeft -= parts.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
    return parts.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }))
  }
}

function oneAfterTheOther(before: string, after: string): WordChange[] {
  const both: WordChange[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]
  return both.filter(({ text }) => text !== '')
}

/** Languages without spaces are compared by character, because a word could be a whole line. */
const piecesOf = (text: string): string[] =>
  text.match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+|\s+|[^\s]/gu,
  ) ?? []
