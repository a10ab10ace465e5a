import { createDocument, type Editor, Extension, type JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type FilledPiece, fillText, findUnfilled } from '#contract/tickets/macro-variables.ts'

type Inserted = { from: number; to: number; pieces: FilledPiece[] }
type Marked = { filled: DecorationSet; missing: DecorationSet }

const key = new PluginKey<Marked>('macroText')

/** Marks the values of variables until they are edited, and the variables that have no value. */
export const MacroText = Extension.create({
  name: 'macroText',
  addProseMirrorPlugins: () => [
    new Plugin<Marked>({
      key,
      state: {
        init: (_, { doc }) => ({ filled: DecorationSet.empty, missing: findMissing(doc) }),
        apply: (change, { filled, missing }) => ({
          filled: change.docChanged || change.getMeta(key) ? markFilled(change, filled) : filled,
          missing: change.docChanged ? findMissing(change.doc) : missing,
        }),
      },
      props: {
        decorations(state) {
          const { filled, missing } = key.getState(state)!
          return filled.add(state.doc, missing.find())
        },
      },
    }),
  ],
})

/** Inserts the text of a macro at the cursor. Values become text nodes, never HTML. */
export function insertMacroText(editor: Editor, html: string, valueFor: (key: string) => string | null | undefined) {
  editor.commands.focus(editor.state.selection.to <= 1 ? 'end' : null)
  const pieces: FilledPiece[] = []
  const blocks = fill(createDocument(html, editor.schema).toJSON(), { valueFor, pieces }).content ?? []
  const [first] = blocks
  const content = blocks.length === 1 && first?.type === 'paragraph' ? (first.content ?? []) : blocks
  editor
    .chain()
    .insertContent(content)
    .command(({ tr }) => {
      const inserted: Inserted = { ...insertedRange(tr), pieces }
      tr.setMeta(key, inserted)
      return true
    })
    .run()
}

// Blocks are inserted after the paragraph of the cursor if the cursor is at its end, so the range is read from the steps.
function insertedRange({ mapping }: Transaction): Pick<Inserted, 'from' | 'to'> {
  let [from, to] = [Number.POSITIVE_INFINITY, 0]
  mapping.maps.forEach((map, at) => {
    const later = mapping.slice(at + 1)
    map.forEach((_oldFrom, _oldTo, newFrom, newTo) => {
      from = Math.min(from, later.map(newFrom, -1))
      to = Math.max(to, later.map(newTo, 1))
    })
  })
  return { from, to }
}

type Filling = { valueFor: (key: string) => string | null | undefined; pieces: FilledPiece[] }

function fill(node: JSONContent, filling: Filling): JSONContent {
  if (node.type === 'codeBlock') {
    for (const { text = '' } of node.content ?? []) filling.pieces.push({ text, state: 'plain' })
    return node
  }
  return node.content ? { ...node, content: node.content.flatMap((child) => fillChild(child, filling)) } : node
}

function fillChild(node: JSONContent, filling: Filling): JSONContent[] {
  const { type, text = '', marks } = node
  if (type !== 'text') return [fill(node, filling)]
  const isCode = marks?.some((mark) => mark.type === 'code')
  const pieces: FilledPiece[] = isCode ? [{ text, state: 'plain' }] : fillText(text, filling.valueFor)
  return pieces.flatMap((piece) =>
    piece.text.split(/\r?\n/).flatMap((line, at) => {
      filling.pieces.push({ ...piece, text: line })
      const words = line ? [{ type: 'text', text: line, ...(marks && { marks }) }] : []
      return at > 0 ? [{ type: 'hardBreak' }, ...words] : words
    }),
  )
}

function markFilled(change: Transaction, before: DecorationSet): DecorationSet {
  const kept = withoutEdited(change, before)
  const inserted: Inserted | undefined = change.getMeta(key)
  return inserted ? kept.add(change.doc, placeFilled(change.doc, inserted)) : kept
}

function withoutEdited(change: Transaction, before: DecorationSet): DecorationSet {
  let kept = before
  change.steps.forEach((step, at) => {
    step.getMap().forEach((from, to) => {
      kept = kept.remove(kept.find(from, to).filter((mark) => mark.from < to && mark.to > from))
    })
    kept = kept.map(change.mapping.slice(at, at + 1), change.docs[at + 1] ?? change.doc)
  })
  return kept
}

// The inserted range has exactly the text of the pieces, in their order.
function placeFilled(doc: Node, { from, to, pieces }: Inserted): Decoration[] {
  const places: Decoration[] = []
  let piece = 0
  let taken = 0
  doc.nodesBetween(from, to, (node, start) => {
    if (!node.isText) return
    let at = Math.max(start, from)
    const end = Math.min(start + node.nodeSize, to)
    while (at < end && piece < pieces.length) {
      const { text, state } = pieces[piece]!
      const length = Math.min(text.length - taken, end - at)
      if (state === 'filled' && length > 0) places.push(Decoration.inline(at, at + length, { class: 'macro-value' }))
      at += length
      taken += length
      if (taken < text.length) continue
      piece += 1
      taken = 0
    }
  })
  return places
}

function findMissing(doc: Node): DecorationSet {
  const places: Decoration[] = []
  doc.descendants((node, start, parent) => {
    if (!node.text || parent?.type.spec.code || node.marks.some(({ type }) => type.spec.code)) return
    for (const { from, to } of findUnfilled(node.text))
      places.push(Decoration.inline(start + from, start + to, { class: 'macro-missing' }))
  })
  return DecorationSet.create(doc, places)
}
