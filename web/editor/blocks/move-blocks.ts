import { Extension } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'

/** Parts that a block consists of: the block moves with them. */
const parts = new Set([
  ...['tableRow', 'tableCell', 'tableHeader', 'stepTitle', 'detailsSummary', 'detailsContent', 'column'],
])

/** Blocks by keyboard: Alt with an arrow moves the one that the cursor is in, Escape chooses it as a whole. */
export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    const move = (by: -1 | 1) => () =>
      this.editor.commands.command(({ state, tr, dispatch }) => moveBlock(state, tr, by, Boolean(dispatch)))
    return {
      'Alt-ArrowUp': move(-1),
      'Alt-ArrowDown': move(1),
      Escape: () => this.editor.commands.selectParentNode(),
    }
  },
})

/** A line inside a list moves within its list, and with the list where it is the first or the last. */
function moveBlock(state: EditorState, tr: Transaction, by: -1 | 1, isWanted: boolean): boolean {
  const { selection } = state
  const { $from } = selection
  const chosen = selection instanceof NodeSelection ? $from.depth + 1 : $from.depth
  for (let depth = chosen; depth > 0; depth--) {
    const parent = $from.node(depth - 1)
    const index = $from.index(depth - 1)
    const moved = swapped(parent, index, by)
    if (!moved || parts.has(parent.child(index).type.name)) continue
    if (isWanted) swap(tr, { from: $from.posAtIndex(Math.min(index, index + by), depth - 1), moved, parent, index, by })
    return true
  }
  return false
}

function swapped(parent: Node, index: number, by: -1 | 1): [Node, Node] | null {
  const other = parent.maybeChild(index + by)
  if (!other || index + by < 0 || parts.has(other.type.name)) return null
  const children = [...parent.children]
  children.splice(Math.min(index, index + by), 2, ...(by === 1 ? [other, children[index]!] : [children[index]!, other]))
  if (!parent.type.validContent(Fragment.from(children))) return null
  return by === 1 ? [other, parent.child(index)] : [parent.child(index), other]
}

type Swap = { from: number; moved: [Node, Node]; parent: Node; index: number; by: -1 | 1 }

function swap(tr: Transaction, { from, moved, parent, index, by }: Swap) {
  const [first, second] = moved
  const { selection } = tr
  const shift = by * parent.child(index + by).nodeSize
  const isNode = selection instanceof NodeSelection
  const [anchor, head] = [selection.anchor + shift, selection.head + shift]
  tr.replaceWith(from, from + first.nodeSize + second.nodeSize, moved)
  const next = isNode
    ? NodeSelection.create(tr.doc, anchor)
    : Selection.fromJSON(tr.doc, { ...selection.toJSON(), anchor, head })
  tr.setSelection(next).scrollIntoView()
}
