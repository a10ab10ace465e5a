import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion from '@tiptap/suggestion'
import type { ReactNode } from 'react'
import { type Suggested, showSuggestions } from '#web/editor/menus/suggestion-list.tsx'

/** What the editor needs from the page to offer macros. */
export type MacroPort = {
  find: (query: string, signal: AbortSignal) => Promise<Suggested[]>
  apply: (id: string) => void
  preview: (id: string) => ReactNode
}

declare module '@tiptap/core' {
  interface Storage {
    macros: { port: MacroPort | null }
  }
}

const key = new PluginKey<{ active: boolean }>('macros')

/**
 * `/` at the start of a word suggests macros. The search can have spaces, because names have them. It then matches names
 * only, so that ordinary text after a slash opens no list. Nothing is suggested from the point where nothing matches.
 */
export const MacroSuggestions = Extension.create({
  name: 'macros',
  addStorage: (): { port: MacroPort | null } => ({ port: null }),
  addProseMirrorPlugins() {
    const { editor, storage } = this
    let unmatched: string | undefined
    return [
      Suggestion<Suggested, Suggested>({
        editor,
        pluginKey: key,
        char: '/',
        debounce: 80,
        allowSpaces: true,
        allow({ state, range }) {
          if (storage.port === null || state.selection.$from.parent.type.spec.code) return false
          const query = state.doc.textBetween(range.from + 1, range.to)
          if (unmatched !== undefined && !query.startsWith(unmatched)) unmatched = undefined
          return unmatched === undefined && !query.startsWith(' ')
        },
        async items({ query, signal }) {
          const found = (await storage.port?.find(query, signal)) ?? []
          const named = query.includes(' ') ? found.filter(({ label }) => hasWords(label, query)) : found
          if (named.length === 0 && query && !signal.aborted) {
            unmatched = query
            editor.view.dispatch(editor.state.tr)
          }
          return named
        },
        command: ({ range, props: { id } }) => {
          editor.chain().focus().deleteRange(range).run()
          storage.port?.apply(id)
        },
        render: showSuggestions('Macros', ({ id }) => storage.port?.preview(id)),
      }),
    ]
  },
})

const hasWords = (label: string, query: string) => label.toLowerCase().includes(query.toLowerCase())

/** Returns whether macros are suggested now, so that keys belong to the list. */
export const isChoosingMacro = (state: Parameters<typeof key.getState>[0]) => key.getState(state)?.active === true
