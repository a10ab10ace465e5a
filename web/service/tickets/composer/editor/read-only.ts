import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

declare module '@tiptap/core' {
  interface Storage {
    readOnly: { isOn: boolean }
  }
}

/**
 * Keeps the text as it is, but for what the page itself writes, which tells of no update. An editor that is not editable
 * would lose the focus, and what is typed on would be keys of the page.
 */
export const ReadOnly = Extension.create({
  name: 'readOnly',
  addStorage: () => ({ isOn: false }),
  addProseMirrorPlugins() {
    const { editor } = this
    const filterTransaction: Plugin['spec']['filterTransaction'] = (change) =>
      !editor.storage.readOnly.isOn || !change.docChanged || change.getMeta('preventUpdate') === true
    return [new Plugin({ filterTransaction })]
  },
})
