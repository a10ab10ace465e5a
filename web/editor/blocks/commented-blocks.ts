import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { CommentedBlock } from '#contract/knowledge-base/comments.ts'
import { findBlock } from './find-block.ts'

/** Must equal `mostBlockLetters` in `contract/knowledge-base/comments.ts`. */
const mostLetters = 300

const key = new PluginKey<DecorationSet>('commentedBlocks')

export const CommentedBlocks = Extension.create({
  name: 'commentedBlocks',
  addKeyboardShortcuts() {
    return { 'Mod-Alt-m': ({ editor }) => commentHere(editor) }
  },
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const blocks = tr.getMeta(key)
          return blocks ? marksIn(tr.doc, blocks) : before.map(tr.mapping, tr.doc)
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

export const markCommented = (editor: Editor, blocks: CommentedBlock[]) =>
  editor.view.dispatch(editor.state.tr.setMeta(key, blocks).setMeta('addToHistory', false))

export function commentHere(editor: Editor): boolean {
  const { onComment } = editor.storage.port.now()
  if (!onComment) return false
  onComment(blockAtCursor(editor.state))
  return true
}

export function showBlock(editor: Editor, block: CommentedBlock): boolean {
  const found = findBlock(textsOf(editor.state.doc), block)
  if (found === null) return false
  const { tr, doc } = editor.state
  const start = startOf(doc, found)
  if (doc.child(found).isAtom) editor.commands.focusBlock(start)
  else {
    editor.view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(start + 1))).scrollIntoView())
    editor.view.focus()
  }
  return true
}

// Returns the index of the top-level block at the cursor, and its selected text or else the start of its text.
function blockAtCursor({ doc, selection }: EditorState): CommentedBlock {
  const { $from, $to } = selection
  const place = Math.min($from.index(0), doc.childCount - 1)
  const block = doc.child(place)
  const isWithin = !selection.empty && $to.index(0) === $from.index(0) && !('node' in selection)
  const chosen = isWithin ? doc.textBetween($from.pos, $to.pos, ' ', ' ') : ''
  const text = (chosen.trim() || textOf(block)).trim().slice(0, mostLetters)
  return { text: text || block.type.name, place }
}

/** Returns the text of a block. Without text: its caption, alternative text or type. */
const textOf = (block: Node) => {
  const words = block.textBetween(0, block.content.size, ' ', ' ').trim()
  return words || String(block.attrs.caption || block.attrs.alt || block.type.name)
}

const textsOf = (doc: Node) => Array.from({ length: doc.childCount }, (_, at) => textOf(doc.child(at)))

function startOf(doc: Node, index: number): number {
  let start = 0
  for (let at = 0; at < index; at += 1) start += doc.child(at).nodeSize
  return start
}

function marksIn(doc: Node, blocks: CommentedBlock[]): DecorationSet {
  const texts = textsOf(doc)
  const found = new Set(blocks.flatMap((block) => findBlock(texts, block) ?? []))
  const marks = [...found].map((index) => {
    const start = startOf(doc, index)
    return Decoration.node(start, start + doc.child(index).nodeSize, { class: 'is-commented' })
  })
  return DecorationSet.create(doc, marks)
}
