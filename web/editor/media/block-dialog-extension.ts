import { type Editor, Extension, type Storage } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import type { Reference } from '#contract/writing/document.ts'
import { insertBlock } from '#web/editor/blocks/insert-block.ts'

/** The block types whose content is entered in a dialog. */
const dialogBlocks = ['video', 'categoryList', 'include', 'entry', 'inlineEntry'] as const
export type DialogBlock = (typeof dialogBlocks)[number]
export type Answer = { [word in 'url' | 'title' | 'poster' | 'entry']?: string | null } & {
  reference?: Reference | null
}

/** Request to open the dialog of a block. `attrs`: the attributes of the block, or null for a new block. */
export type BlockRequest = { name: DialogBlock; attrs: Answer | null }

declare module '@tiptap/core' {
  interface Storage {
    blockDialog: { open: (asked: BlockRequest) => void; place: number | null }
  }
}

export const blockDialogExtension = (open: (asked: BlockRequest) => void) =>
  Extension.create({
    name: 'blockDialog',
    priority: 200,
    addStorage: (): Storage['blockDialog'] => ({ open, place: null }),
    // Updates the position of the edited block, because edits by other people can move the block.
    onTransaction({ transaction }) {
      const { place } = this.storage
      if (place !== null) this.storage.place = transaction.mapping.map(place)
    },
    addKeyboardShortcuts: () => ({
      Enter({ editor }) {
        const { selection } = editor.state
        return editor.isEditable && selection instanceof NodeSelection && reopenBlockDialogAt(editor, selection.from)
      },
    }),
  })

export function reopenBlockDialogAt(editor: Editor, pos: number | undefined): boolean {
  const node = pos === undefined ? null : editor.state.doc.nodeAt(pos)
  const name = dialogBlocks.find((one) => one === node?.type.name)
  if (!node || !name) return false
  editor.storage.blockDialog.place = pos!
  editor.storage.blockDialog.open({ name, attrs: node.attrs })
  return true
}

export function takeAnswer(editor: Editor, { name, attrs }: BlockRequest, answer: Answer) {
  const { place } = editor.storage.blockDialog
  editor.storage.blockDialog.place = null
  if (attrs === null && name === 'inlineEntry')
    return void editor
      .chain()
      .focus()
      .insertContent([
        { type: name, attrs: answer },
        { type: 'text', text: ' ' },
      ])
      .run()
  if (attrs === null) return insertBlock(editor, { type: name, attrs: answer })
  const node = place === null ? null : editor.state.doc.nodeAt(place)
  if (place === null || node?.type.name !== name) return
  const changed = editor.state.tr.setNodeMarkup(place, undefined, { ...node.attrs, ...answer })
  editor.view.dispatch(changed.setSelection(NodeSelection.create(changed.doc, place)))
  editor.commands.focus()
}
