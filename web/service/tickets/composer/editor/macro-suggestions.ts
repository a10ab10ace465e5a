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

/** `/` at the start of a word suggests macros. */
export const MacroSuggestions = Extension.create({
  name: 'macros',
  addStorage: (): { port: MacroPort | null } => ({ port: null }),
  addProseMirrorPlugins() {
    const { editor, storage } = this
    return [
      Suggestion<Suggested, Suggested>({
        editor,
        pluginKey: key,
        char: '/',
        debounce: 80,
        allow: ({ state }) => storage.port !== null && !state.selection.$from.parent.type.spec.code,
        items: async ({ query, signal }) => (await storage.port?.find(query, signal)) ?? [],
        command: ({ range, props: { id } }) => {
          editor.chain().focus().deleteRange(range).run()
          storage.port?.apply(id)
        },
        render: showSuggestions('Macros', ({ id }) => storage.port?.preview(id)),
      }),
    ]
  },
})

/** Returns whether macros are suggested now, so that keys belong to the list. */
export const isChoosingMacro = (state: Parameters<typeof key.getState>[0]) => key.getState(state)?.active === true
