import type { Editor } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { Document } from '#contract/document.ts'
import { diffLists } from '#contract/merging/diff.ts'

/** Of a change that the server or another page made, and not who writes here. */
export const fromElsewhere = 'fromElsewhere'

/**
 * Makes the text of an editor another one. Only what differs is touched, letter by letter, so that the caret stays between the
 * letters it is between, and undo undoes what was written here.
 */
export function applyDocument(editor: Editor, document: Document) {
  const { state, schema } = { state: editor.state, schema: editor.schema ?? editor.state.schema }
  const after = schema.nodeFromJSON(document)
  const turns = turnsBetween(state.doc, after, 0)
  if (turns.length === 0) return
  const tr = turnedBy(state.tr, turns) ?? state.tr.replaceWith(0, state.doc.content.size, after.content)
  if (state.selection instanceof TextSelection) {
    const [anchor, head] = [state.selection.anchor, state.selection.head].map((at) => placeAfter(tr, at))
    tr.setSelection(TextSelection.between(tr.doc.resolve(anchor!), tr.doc.resolve(head!)))
  }
  tr.setStoredMarks(state.storedMarks)
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(fromElsewhere, true))
}

/**
 * Where a caret is after a change. What came in at the caret stands behind it, so that the next letter belongs to the one
 * before; but where it continued a word, the caret goes to the end of it, so that no word is torn apart.
 */
function placeAfter(tr: Transaction, at: number): number {
  const before = tr.mapping.map(at, -1)
  return isWithinWord(tr.doc, before) ? tr.mapping.map(at, 1) : before
}

function isWithinWord(doc: Node, at: number): boolean {
  const isLetter = (from: number, to: number) => /[\p{L}\p{M}\p{N}]/u.test(doc.textBetween(from, to))
  return at > 0 && at < doc.content.size && isLetter(at - 1, at) && isLetter(at, at + 1)
}

type Turn = { from: number; to: number; content: Fragment } | { at: number; node: Node }

/** Undefined where a text on the way would be none that the editor holds. */
function turnedBy(tr: Transaction, turns: Turn[]): Transaction | undefined {
  try {
    for (const turn of turns.toReversed()) {
      if ('node' in turn) tr.setNodeMarkup(turn.at, turn.node.type, turn.node.attrs)
      else tr.step(new ReplaceStep(turn.from, turn.to, new Slice(turn.content, 0, 0)))
    }
    tr.doc.check()
    return tr
  } catch {
    return undefined
  }
}

const mostEdits = 1_000

/** `start` is where the content of `one` begins. */
function turnsBetween(one: Node, other: Node, start: number): Turn[] {
  return one.isTextblock && other.isTextblock ? lettersBetween(one, other, start) : blocksBetween(one, other, start)
}

function blocksBetween(one: Node, other: Node, start: number): Turn[] {
  const [before, after] = [[...one.children], [...other.children]]
  const places = placesOf(before, start)
  return diffLists(before.map(keyOf), after.map(keyOf), mostEdits).flatMap(({ from, to, otherFrom, otherTo }) => {
    const paired = pairedOf(before.slice(from, to), after.slice(otherFrom, otherTo))
    const within = Array.from({ length: paired }, (_, index) => {
      const [block, next, at] = [before[from + index]!, after[otherFrom + index]!, places[from + index]!]
      const turns = turnsBetween(block, next, at + 1)
      return block.hasMarkup(next.type, next.attrs, next.marks) ? turns : [{ at, node: next }, ...turns]
    }).flat()
    const rest = Fragment.from(after.slice(otherFrom + paired, otherTo))
    const [restFrom, restTo] = [places[from + paired]!, places[to]!]
    return restFrom === restTo && rest.size === 0 ? within : [...within, { from: restFrom, to: restTo, content: rest }]
  })
}

/** How many blocks from the first on can become the other's by what is in them. */
function pairedOf(before: Node[], after: Node[]): number {
  const most = Math.min(before.length, after.length)
  const isOwn = (index: number) => {
    const [block, next] = [before[index]!, after[index]!]
    return block.type === next.type && !block.isLeaf && block.childCount + next.childCount > 0
  }
  let paired = 0
  while (paired < most && isOwn(paired)) paired++
  return paired
}

function lettersBetween(one: Node, other: Node, start: number): Turn[] {
  return diffLists(lettersOf(one), lettersOf(other), mostEdits).map(({ from, to, otherFrom, otherTo }) => ({
    from: start + from,
    to: start + to,
    content: other.content.cut(otherFrom, otherTo),
  }))
}

/** One for each place that a letter, or something else in the line, takes. */
const lettersOf = (block: Node): string[] =>
  [...block.children].flatMap((node) => {
    if (!node.isText) return [keyOf(node)]
    const marks = JSON.stringify(node.marks)
    return node.text!.split('').map((letter) => letter + marks)
  })

/** Where each child begins, and where the last one ends. */
function placesOf(nodes: Node[], start: number): number[] {
  const places = [start]
  for (const { nodeSize } of nodes) places.push(places.at(-1)! + nodeSize)
  return places
}

const keyOf = (node: Node) => JSON.stringify(node.toJSON())
