import { type CommandProps, Extension } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    leadToBlock: { leadToBlock: (pos: number) => ReturnType }
  }
}

/** Leads to a block so that what is typed next takes nothing away. */
export const LeadToBlock = Extension.create({
  name: 'leadToBlock',
  // A text that begins with a picture begins with it chosen.
  onCreate: ({ editor }) => {
    const { doc, selection, tr } = editor.state
    const words = 'node' in selection && Selection.findFrom(doc.resolve(0), 1, true)
    if (words) editor.view.dispatch(tr.setSelection(words).setMeta('addToHistory', false))
  },
  addCommands: () => ({
    leadToBlock:
      (pos) =>
      ({ tr, view, commands, dispatch }: CommandProps) => {
        const node = tr.doc.nodeAt(pos)
        if (!node || !dispatch) return node !== null
        const field = node.isAtom ? fieldIn(view.nodeDOM(pos)) : null
        if (field) {
          field.scrollIntoView({ block: 'center' })
          field.focus({ preventScroll: true })
          return true
        }
        const $end = tr.doc.resolve(pos + node.nodeSize - (node.isAtom ? 0 : 1))
        const way = node.isAtom ? 1 : -1
        const words = Selection.findFrom($end, way, true) ?? Selection.findFrom($end, -way, true)
        if (words) tr.setSelection(words).scrollIntoView()
        return commands.focus(undefined, { scrollIntoView: false })
      },
  }),
})

/** Of a block that holds no words: the alternative text of a picture, or the button that changes it. */
function fieldIn(drawn: Node | null): HTMLElement | null {
  if (!(drawn instanceof HTMLElement)) return null
  return drawn.querySelector<HTMLElement>('[data-led-to]') ?? drawn.querySelector<HTMLElement>('button, a[href]')
}
