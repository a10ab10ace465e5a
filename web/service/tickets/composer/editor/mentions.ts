import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion from '@tiptap/suggestion'
import { type Suggested, showSuggestions } from '#web/editor/menus/suggestion-list.tsx'
import { fullName } from '#web/lib/words/full-name.ts'
import { type Mentionable, offered } from '#web/lib/writing/comments/mentions.ts'

declare module '@tiptap/core' {
  interface Storage {
    /** The members whom the text can mention. Empty in a reply. */
    mentions: { members: readonly Mentionable[] }
  }
}

const key = new PluginKey<{ active: boolean }>('mentions')

/** `@` suggests members. */
export const Mentions = Extension.create({
  name: 'mentions',
  addStorage: () => ({ members: [] }),
  addProseMirrorPlugins() {
    const { editor } = this
    const offer = (query: string) => offered(query, editor.storage.mentions.members)
    return [
      Suggestion<Suggested, Suggested>({
        editor,
        pluginKey: key,
        char: '@',
        allowSpaces: true,
        allow: ({ state, range }) =>
          !state.selection.$from.parent.type.spec.code &&
          offer(state.doc.textBetween(range.from + 1, range.to)).length > 0,
        items: ({ query }) => offer(query).map((member) => ({ id: member.id, label: fullName(member) })),
        command: ({ range, props: { label } }) =>
          editor
            .chain()
            .focus()
            .insertContentAt(range, { type: 'text', text: `@${label} ` })
            .run(),
        render: showSuggestions('Members'),
      }),
    ]
  },
})

/** Returns whether members are suggested now, so that keys belong to the list. */
export const isSuggesting = (state: Parameters<typeof key.getState>[0]) => key.getState(state)?.active === true
