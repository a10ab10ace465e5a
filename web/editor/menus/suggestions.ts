import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion from '@tiptap/suggestion'
import { FileText } from 'lucide-react'
import { blockChoices, findBlockChoices } from './block-choices.ts'
import { type Suggested, showSuggestions } from './suggestion-list.tsx'

/** `/` offers blocks, `[[` the articles whose words follow. */
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
        pluginKey: new PluginKey('articleLinks'),
        char: '[[',
        allowSpaces: true,
        allowedPrefixes: null,
        debounce: 150,
        allow: ({ state }) => !state.selection.$from.parent.type.spec.code,
        items: async ({ query, signal }) => {
          const found = await editor.storage.port.now().searchArticles(query, signal)
          return found.map(({ id, title, detail }) => ({ id, label: title, detail, icon: FileText }))
        },
        command: ({ range, props: { id, label } }) => {
          const marks = [{ type: 'link', attrs: { reference: { kind: 'article', id } } }]
          const words = [
            { type: 'text', text: label, marks },
            { type: 'text', text: ' ' },
          ]
          editor.chain().focus().insertContentAt(range, words).run()
        },
        render: showSuggestions('Articles'),
      }),
    ]
  },
})
