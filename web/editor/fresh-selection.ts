import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * Updates the selection before each key press. ProseMirror reads the selection on `selectionchange`, which browsers
 * send late, so Enter right after a click would split the wrong paragraph.
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
