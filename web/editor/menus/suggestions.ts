import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion from '@tiptap/suggestion'
import { FileText } from 'lucide-react'
import type { LinkSuggestion } from '#web/editor/editor-port.ts'
import { isOffered } from '#web/editor/schema/allowed-content.ts'
import { blockChoices, findBlockChoices } from './block-choices.ts'
import { linkableIn } from './linkable.ts'
import { type Suggested, showSuggestions } from './suggestion-list.tsx'

/** `/` suggests blocks, `[[` link targets, and `@` inline entries. */
export const Suggestions = Extension.create({
  name: 'suggestions',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      Suggestion<Suggested, Suggested>({
        editor,
        pluginKey: new PluginKey('blockChoices'),
        char: '/',
        allow: ({ state }) => state.selection.$from.parent.type.name === 'paragraph',
        items: ({ query }) => findBlockChoices(editor, query),
        command: ({ range, props }) => blockChoices.find(({ id }) => id === props.id)?.run(editor, range),
        render: showSuggestions('Blocks'),
      }),
      Suggestion<Suggested, Suggested>({
        editor,
        pluginKey: new PluginKey('links'),
        char: '[[',
        allowSpaces: true,
        allowedPrefixes: null,
        debounce: 150,
        allow: ({ state }) => !state.selection.$from.parent.type.spec.code,
        items: async ({ query, signal }) => suggestedOf(await linkableIn(editor).search(query, signal)),
        command: ({ range, props: { id, label } }) => {
          const marks = [{ type: 'link', attrs: linkableIn(editor).targetOf(id) }]
          const words = [
            { type: 'text', text: label, marks },
            { type: 'text', text: ' ' },
          ]
          editor.chain().focus().insertContentAt(range, words).run()
        },
        render: showSuggestions(linkableIn(editor).all),
      }),
      Suggestion<Suggested, Suggested>({
        editor,
        pluginKey: new PluginKey('entries'),
        char: '@',
        allowSpaces: true,
        debounce: 150,
        allow: ({ state }) =>
          !state.selection.$from.parent.type.spec.code &&
          editor.storage.port.now().entries !== undefined &&
          isOffered(editor, 'inlineEntry', 'node'),
        items: async ({ query, signal }) =>
          suggestedOf((await editor.storage.port.now().entries?.search(query, signal)) ?? []),
        command: ({ range, props: { id } }) => {
          const parts = [
            { type: 'inlineEntry', attrs: { entry: id } },
            { type: 'text', text: ' ' },
          ]
          editor.chain().focus().insertContentAt(range, parts).run()
        },
        render: showSuggestions('Entries'),
      }),
    ]
  },
})

const suggestedOf = (found: LinkSuggestion[]): Suggested[] =>
  found.map(({ id, title, detail }) => ({ id, label: title, icon: FileText, ...(detail && { detail }) }))
