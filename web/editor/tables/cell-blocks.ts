import type { Editor } from '@tiptap/core'
import { Fragment, type Node, type Slice } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { isOffered } from '#web/editor/schema/allowed-content.ts'

export function wholeBlocks(slice: Slice): Node[] {
  const page = slice.content.firstChild!.type.schema.topNodeType.createAndFill()!
  const blocks = [...new Transform(page).replace(0, page.content.size, slice).doc.children]
  const first = blocks.findIndex((block) => !isBare(block))
  return first === -1 ? [] : blocks.slice(first, blocks.findLastIndex((block) => !isBare(block)) + 1)
}

/** Converts blocks to blocks that a cell allows. The caller inserts the nodes in `apart` after the table. */
export function blocksForCell(editor: Editor, nodes: readonly Node[]): { blocks: Node[]; apart: Node[] } {
  const { paragraph, orderedList, listItem } = editor.schema.nodes
  const apart: Node[] = []

  function blocksOf(node: Node): Node[] {
    if (node.type.isInGroup('block')) return [node]
    if (node.isTextblock) return isBare(node) ? [] : [paragraph!.create(null, wordsOf(node))]
    if (node.isLeaf) {
      apart.push(node)
      return []
    }
    if (node.type.name !== 'steps' || !isOffered(editor, 'orderedList', 'node')) return node.children.flatMap(blocksOf)
    return [orderedList!.create(null, node.children.map(itemOf))]
  }

  function itemOf(step: Node): Node {
    const blocks = step.children.flatMap(blocksOf)
    const isWhole = blocks[0]?.type === paragraph
    return listItem!.create(null, isWhole ? blocks : [paragraph!.create(), ...blocks])
  }

  function wordsOf({ type, content }: Node): Fragment {
    const bold = editor.schema.marks.bold
    if (!bold || type.name === 'detailsSummary' || !isOffered(editor, 'bold', 'mark')) return content
    return Fragment.from(content.content.map((one) => (one.isText ? one.mark(bold.create().addToSet(one.marks)) : one)))
  }

  return { blocks: nodes.flatMap(blocksOf), apart }
}

export const isBare = (node: Node) => node.isTextblock && node.content.size === 0
