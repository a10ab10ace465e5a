import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * ProseMirror reads the selection on `selectionchange`, which browsers send late. Enter right after a click would split
 * the wrong paragraph.
 */
export const FreshSelection = Extension.create({
  name: 'freshSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(view, event) {
            if (!event.isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            return false
          },
        },
      },
    }),
  ],
})
