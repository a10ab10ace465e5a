import { Extension } from '@tiptap/core'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

type Step = { add: { own: object; at: number; element: HTMLElement; side: number } } | { remove: object }

const key = new PluginKey<DecorationSet>('insertionPlaceholders')

/** Placeholder elements for content that is inserted later. They keep their position while the text is edited. */
export const InsertionPlaceholders = Extension.create({
  name: 'insertionPlaceholders',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, before) {
          const mapped = before.map(tr.mapping, tr.doc)
          const step = tr.getMeta(key)
          if (!step) return mapped
          if ('remove' in step)
            return mapped.remove(mapped.find(undefined, undefined, ({ own }) => own === step.remove))
          const { at, element, ...spec } = step.add
          return mapped.add(tr.doc, [Decoration.widget(at, element, { ...spec, stopEvent: () => true })])
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
})

/** Shows an element at a position. With `side` -1, text typed at the position comes after the element. */
export function addPlaceholder(view: EditorView, at: number, element: HTMLElement, side: 1 | -1 = 1) {
  const own = {}
  view.dispatch(view.state.tr.setMeta(key, { add: { own, at, element, side } } satisfies Step))
  return {
    /** Returns the current position. Undefined if the placeholder was deleted with the text around it. */
    find: () => key.getState(view.state)?.find(undefined, undefined, (spec) => spec.own === own)[0]?.from,
    /** Returns a transaction that removes the placeholder. The caller can add steps and must dispatch it. */
    release: (): Transaction => view.state.tr.setMeta(key, { remove: own } satisfies Step),
  }
}
export type AddedPlaceholder = ReturnType<typeof addPlaceholder>
