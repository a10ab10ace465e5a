import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

const key = new PluginKey<DecorationSet>('longTables')

/** From this number of rows on, browsers lay out the columns too slowly after each key press. */
const longRows = 40

/** Fixes the column widths of long tables, so that typing does not lay out all cells. */
export const LongTables = Extension.create({
  name: 'longTables',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply: (tr, before) => tr.getMeta(key) ?? before.map(tr.mapping, tr.doc),
      },
      props: { decorations: (state) => key.getState(state) },
      view: followShapes,
    }),
  ],
})

function followShapes(view: EditorView) {
  let known = ''
  let frame = 0
  function measure() {
    // Waits while an input method (for example for Japanese) composes text, because a change of the DOM would break the
    // composition.
    if (view.composing) frame = requestAnimationFrame(measure)
    else keepWidths(view)
  }
  function look() {
    const found = longTablesIn(view.state.doc)
    const shape = found.map(({ table }) => shapeOf(table)).join(' ')
    if (shape === known && keptIn(view) === found.length) return
    known = shape
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(measure)
  }
  look()
  return {
    update: (_: EditorView, before: { doc: Node }) => view.state.doc !== before.doc && look(),
    destroy: () => cancelAnimationFrame(frame),
  }
}

type TableAt = { table: Node; pos: number }

const holders = new Set(['columns', 'column', 'steps', 'step', 'details', 'detailsContent'])

function longTablesIn(doc: Node): TableAt[] {
  const found: TableAt[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'table' && node.childCount >= longRows) found.push({ table: node, pos })
    return holders.has(node.type.name)
  })
  return found
}

const shapeOf = (table: Node) =>
  JSON.stringify(table.firstChild!.children.map(({ attrs }) => [attrs.colspan, attrs.colwidth]))

const keptIn = ({ state }: EditorView) =>
  key.getState(state)?.find(undefined, undefined, ({ isTable }) => isTable === true).length ?? 0

function keepWidths(view: EditorView) {
  const show = (decorations: DecorationSet) =>
    view.dispatch(view.state.tr.setMeta(key, decorations).setMeta('addToHistory', false))
  const { doc } = view.state
  // Removes the fixed widths first, to measure the natural widths.
  if (keptIn(view) > 0) show(DecorationSet.empty)
  const widths = longTablesIn(doc).flatMap((found) => widthsOf(view, found))
  if (widths.length > 0) show(DecorationSet.create(doc, widths))
}

function widthsOf(view: EditorView, { table, pos }: TableAt): Decoration[] {
  const drawn = view.nodeDOM(pos)
  const element = drawn instanceof HTMLElement ? drawn.querySelector('table') : null
  if (!element) return []
  const total = element.offsetWidth
  const cells = [...(element.rows[0]?.cells ?? [])].map(({ offsetWidth }) => (100 * offsetWidth) / total)
  const first: Decoration[] = []
  table.firstChild!.forEach((cell, offset, index) => {
    const at = pos + 2 + offset
    first.push(Decoration.node(at, at + cell.nodeSize, { style: `width: ${cells[index]?.toFixed(3)}%` }))
  })
  return [Decoration.node(pos, pos + table.nodeSize, { class: 'is-long' }, { isTable: true }), ...first]
}
