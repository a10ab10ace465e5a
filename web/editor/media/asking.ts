import { type Editor, Extension } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { DocumentNode } from '#contract/writing/document.ts'
import { insertBlock } from '#web/editor/blocks/insert-block.ts'

/** The block types whose content is entered in a dialog. */
const askedBlocks = ['video', 'categoryList', 'include', 'entry', 'inlineEntry'] as const
export type AskedBlock = (typeof askedBlocks)[number]
export type Answer = Record<string, unknown>

/** `attrs` is null for a new block. */
export type BlockRequest = { name: AskedBlock; attrs: Answer | null }

declare module '@tiptap/core' {
  interface Storage {
    asking: { ask: (asked: BlockRequest) => void; place: number | null }
  }
}

export const askingExtension = (ask: (asked: BlockRequest) => void) =>
  Extension.create({
    name: 'asking',
    priority: 200,
    addStorage: () => ({ ask, place: null as number | null }),
    // Edits by other people can move the block.
    onTransaction({ transaction }) {
      const { place } = this.storage
      if (place !== null) this.storage.place = transaction.mapping.map(place)
    },
    addKeyboardShortcuts: () => ({
      Enter({ editor }) {
        const { selection } = editor.state
        return editor.isEditable && selection instanceof NodeSelection && askAgainAt(editor, selection.from)
      },
    }),
  })

export function askAgainAt(editor: Editor, pos: number | undefined): boolean {
  const node = pos === undefined ? null : editor.state.doc.nodeAt(pos)
  const name = askedBlocks.find((one) => one === node?.type.name)
  if (!node || !name) return false
  editor.storage.asking.place = pos!
  editor.storage.asking.ask({ name, attrs: node.attrs })
  return true
}

export function takeAnswer(editor: Editor, { name, attrs }: BlockRequest, answer: Answer) {
  const { place } = editor.storage.asking
  editor.storage.asking.place = null
  if (attrs === null && name === 'inlineEntry')
    return void editor
      .chain()
      .focus()
      .insertContent([
        { type: name, attrs: answer },
        { type: 'text', text: ' ' },
      ])
      .run()
  if (attrs === null) return insertBlock(editor, { type: name, attrs: answer } as DocumentNode)
  const node = place === null ? null : editor.state.doc.nodeAt(place)
  if (place === null || node?.type.name !== name) return
  const changed = editor.state.tr.setNodeMarkup(place, undefined, { ...node.attrs, ...answer })
  editor.view.dispatch(changed.setSelection(NodeSelection.create(changed.doc, place)))
  editor.commands.focus()
}
