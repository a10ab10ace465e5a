import type { Editor, Range } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import type { NodeName } from '#contract/writing/document.ts'

export function fitsAt($from: ResolvedPos, name: NodeName): boolean {
  const type = $from.doc.type.schema.nodes[name]
  if (!type || $from.depth === 0) return false
  const index = $from.index(-1)
  const isReplacing = $from.parent.content.size === 0 && $from.node(-1).canReplaceWith(index, index + 1, type)
  return isReplacing || $from.node(-1).canReplaceWith(index + 1, index + 1, type)
}

export function insertBlock(editor: Editor, block: { type: NodeName; attrs?: object }, typed?: Range) {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      if (typed) tr.delete(typed.from, typed.to)
      placeBlock(tr, state.schema.nodeFromJSON(block))
      return true
    })
    .run()
}

export function placeBlock(tr: Transaction, block: Node) {
  const { $from } = tr.selection
  if ($from.depth === 0) return void tr.insert($from.pos, block)
  const index = $from.index(-1)
  const isFree = $from.parent.content.size === 0 && $from.node(-1).canReplaceWith(index, index + 1, block.type)
  const start = isFree ? $from.before() : $from.after()
  tr.replaceWith(start, $from.after(), block)
  const end = start + block.nodeSize
  const { paragraph } = tr.doc.type.schema.nodes
  // Adds a line after a final table or picture. Otherwise the user could not continue typing.
  if (paragraph && !tr.doc.resolve(end).nodeAfter && !block.isTextblock) tr.insert(end, paragraph.create())
  // Moves the cursor after a block such as a picture. Typing would replace the picture if it were selected.
  tr.setSelection(TextSelection.near(tr.doc.resolve(block.isAtom ? end : start + 1)))
  tr.scrollIntoView()
}
