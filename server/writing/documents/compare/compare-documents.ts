import { diffArrays } from 'diff'
import type { Document, FlowNode } from '#contract/writing/document.ts'
import { type BlockMatch, matchBlocks } from '#contract/writing/merging/match-blocks.ts'
import { keyOf } from '#contract/writing/merging/tidy.ts'
import { blocksToText } from '#server/writing/documents/render/to-text.ts'

export type WordChange = { kind: 'same' | 'added' | 'removed'; text: string }

/** Change of a block. If only the form changed, for example a heading level, all `words` are `same`. */
export type BlockChange =
  | { kind: 'same' | 'moved'; before: FlowNode; after: FlowNode }
  | { kind: 'changed'; before: FlowNode; after: FlowNode; words: WordChange[]; isMoved: boolean }
  | { kind: 'added'; after: FlowNode }
  | { kind: 'removed'; before: FlowNode }

// Maximum numbers of differences, because the time grows with their square. Above a limit, the whole old text is shown
// as removed and the whole new text as added.
const limits = { edits: 400, editsOfDocument: 8_000 }

/** Returns all blocks of the later document in order, and each removed block at its former position. */
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

// Returns a function that compares two texts by words. The `same` and `removed` parts together are the old text, and
// the `same` and `added` parts are the new text.
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

// Splits a text into words, spaces and other characters. Chinese, Japanese and Thai are split by character, because
// they do not put spaces between words.
const piecesOf = (text: string): string[] =>
  text.match(
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+|\s+|[^\s]/gu,
  ) ?? []
