import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { baseDirection, type Direction, hasRightToLeft } from '#contract/letters/base-direction.ts'

type DirectionState = { doc: Node; decorations: DecorationSet }

/** Gives each block the writing direction of its text, as on the published page. */
export const BaseDirections = Extension.create({
  name: 'baseDirections',
  addProseMirrorPlugins() {
    const show = (doc: Node): DirectionState => ({
      doc,
      decorations: DecorationSet.create(doc, directionsIn(doc, 0, 'ltr')),
    })
    return [
      new Plugin<DirectionState>({
        state: {
          init: (_, { doc }) => show(doc),
          apply: (_, shown, __, { doc }) => (doc === shown.doc ? shown : show(doc)),
        },
        props: {
          decorations(state) {
            return this.getState(state)?.decorations
          },
        },
      }),
    ]
  },
})

/** These blocks get no direction, because right-to-left text must not reorder their columns. */
const inOrder = ['table', 'tableRow', 'columns']

function directionsIn(parent: Node, start: number, around: Direction): Decoration[] {
  const found: Decoration[] = []
  parent.forEach((node, offset) => {
    if (node.isInline || (around === 'ltr' && !isMixed(node))) return
    const at = start + offset
    const own = inOrder.includes(node.type.name) ? null : directionOf(node)
    if (own && own !== around) found.push(Decoration.node(at, at + node.nodeSize, { dir: own }))
    if (!node.isLeaf && !node.isTextblock) found.push(...directionsIn(node, at + 1, own ?? around))
  })
  return found
}

const [mixed, directions] = [new WeakMap<Node, boolean>(), new WeakMap<Node, Direction | null>()]

const isMixed = (node: Node) => kept(mixed, node, () => hasRightToLeft(node.textContent))

const directionOf = (node: Node): Direction | null =>
  kept(directions, node, () => (node.type.spec.code ? 'ltr' : baseDirection(node.textContent)))

function kept<Value>(cache: WeakMap<Node, Value>, node: Node, read: () => Value): Value {
  const known = cache.get(node)
  if (known !== undefined) return known
  const value = read()
  cache.set(node, value)
  return value
}
