import type { Editor } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Document } from '#contract/writing/document.ts'
import { diffLists } from '#contract/writing/merging/diff.ts'

/** Metadata key of the transactions of `applyDocument`, such as changes from the server or another page. */
export const fromElsewhere = 'fromElsewhere'

/**
 * Applies a newer document to the editor. Replaces only letters that differ, so that the cursor keeps its place and
 * undo reverts only the person's own changes.
 */
export function applyDocument(editor: Editor, document: Document) {
  const { state, schema } = { state: editor.state, schema: editor.schema ?? editor.state.schema }
  const after = schema.nodeFromJSON(document)
  const edits = editsBetween(state.doc, after, 0)
  if (edits.length === 0) return
  const tr = applyEdits(state.tr, edits) ?? state.tr.replaceWith(0, state.doc.content.size, after.content)
  if (state.selection instanceof TextSelection) {
    const [anchor, head] = [state.selection.anchor, state.selection.head].map((at) => placeAfter(tr, at))
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor!), tr.doc.resolve(head!)))
  }
  tr.setStoredMarks(state.storedMarks)
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(fromElsewhere, true))
}

// Returns the cursor position after a change. The cursor stays before inserted text, but inside a word it moves after
// the text.
function placeAfter(tr: Transaction, at: number): number {
  const before = tr.mapping.map(at, -1)
  return isWithinWord(tr.doc, before) ? tr.mapping.map(at, 1) : before
}

function isWithinWord(doc: Node, at: number): boolean {
  const isLetter = (from: number, to: number) => /[\p{L}\p{M}\p{N}]/u.test(doc.textBetween(from, to))
  return at > 0 && at < doc.content.size && isLetter(at - 1, at) && isLetter(at, at + 1)
}

type Edit = { from: number; to: number; content: Fragment } | { at: number; node: Node }

/** Adds the edits to the transaction. Returns undefined if the result would not match the schema. */
function applyEdits(tr: Transaction, edits: Edit[]): Transaction | undefined {
  try {
    for (const edit of edits.toReversed()) {
      if ('node' in edit) tr.setNodeMarkup(edit.at, edit.node.type, edit.node.attrs)
      else tr.step(new ReplaceStep(edit.from, edit.to, new Slice(edit.content, 0, 0)))
    }
    tr.doc.check()
    return tr
  } catch {
    return undefined
  }
}

const mostEdits = 1_000

/** Returns the edits that turn `one` into `other`. `start`: document position at which the content of `one` begins. */
function editsBetween(one: Node, other: Node, start: number): Edit[] {
  return one.isTextblock && other.isTextblock ? lettersBetween(one, other, start) : blocksBetween(one, other, start)
}

function blocksBetween(one: Node, other: Node, start: number): Edit[] {
  const [before, after] = [[...one.children], [...other.children]]
  const places = placesOf(before, start)
  return diffLists(before.map(keyOf), after.map(keyOf), mostEdits).flatMap(({ from, to, otherFrom, otherTo }) => {
    const pairs = pairsOf(before.slice(from, to), after.slice(otherFrom, otherTo))
    const edits: Edit[] = []
    let [at, otherAt] = [from, otherFrom]
    for (const [index, otherIndex] of [...pairs, [to - from, otherTo - otherFrom] as const]) {
      const [next, otherNext] = [from + index, otherFrom + otherIndex]
      const content = Fragment.from(after.slice(otherAt, otherNext))
      if (next > at || content.size > 0) edits.push({ from: places[at]!, to: places[next]!, content })
      if (next < to) edits.push(...blockBetween(before[next]!, after[otherNext]!, places[next]!))
      ;[at, otherAt] = [next + 1, otherNext + 1]
    }
    return edits
  })
}

function blockBetween(one: Node, other: Node, at: number): Edit[] {
  const edits = editsBetween(one, other, at + 1)
  return one.hasMarkup(other.type, other.attrs, other.marks) ? edits : [{ at, node: other }, ...edits]
}

type Pair = readonly [number, number]
type Alignment = { letters: number; pairs: Pair[] }
const mostCompared = 400

/** Returns pairs of indexes in order. A pair is an old block and its new version. */
function pairsOf(before: Node[], after: Node[]): Pair[] {
  if (before.length !== after.length && before.length * after.length <= mostCompared) return mostAlike(before, after)
  const pairs: Pair[] = []
  while (pairs.length < Math.min(before.length, after.length)) {
    const at = pairs.length
    if (!canTurn(before[at]!, after[at]!)) break
    pairs.push([at, at])
  }
  return pairs
}

const canTurn = (one: Node, other: Node) =>
  one.type === other.type && !one.isLeaf && one.childCount + other.childCount > 0

/** Finds the pairs of blocks that have the most letters in common, by dynamic programming. */
function mostAlike(before: Node[], after: Node[]): Pair[] {
  const best: Alignment[][] = [Array(after.length + 1).fill({ letters: 0, pairs: [] })]
  for (const [index, one] of before.entries()) {
    const row: Alignment[] = [{ letters: 0, pairs: [] }]
    for (const [otherIndex, other] of after.entries()) {
      const alone = best[index]![otherIndex]!
      const letters = canTurn(one, other) ? commonLetters(one.textContent, other.textContent) : 0
      const paired: Alignment = { letters: alone.letters + letters, pairs: [...alone.pairs, [index, otherIndex]] }
      const [without, withoutOther] = [best[index]![otherIndex + 1]!, row[otherIndex]!]
      const unpaired = without.letters > withoutOther.letters ? without : withoutOther
      row.push(letters > 0 && paired.letters > unpaired.letters ? paired : unpaired)
    }
    best.push(row)
  }
  return best.at(-1)!.at(-1)!.pairs
}

function commonLetters(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return start + end
}

function lettersBetween(one: Node, other: Node, start: number): Edit[] {
  return diffLists(lettersOf(one), lettersOf(other), mostEdits).map(({ from, to, otherFrom, otherTo }) => ({
    from: start + from,
    to: start + to,
    content: other.content.cut(otherFrom, otherTo),
  }))
}

const lettersOf = (block: Node): string[] =>
  [...block.children].flatMap((node) => {
    if (!node.isText) return [keyOf(node)]
    const marks = JSON.stringify(node.marks)
    return node.text!.split('').map((letter) => letter + marks)
  })

function placesOf(nodes: Node[], start: number): number[] {
  const places = [start]
  for (const { nodeSize } of nodes) places.push(places.at(-1)! + nodeSize)
  return places
}

const keyOf = (node: Node) => JSON.stringify(node.toJSON())
