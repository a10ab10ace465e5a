import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

/**
 * A key acts where the click or the key before it has put the caret. Browsers tell of that (`selectionchange`) only when they have
 * time, and ProseMirror reads it only then: an Enter that came sooner would divide the paragraph that the caret was in before.
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
