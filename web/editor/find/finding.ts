import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

/** State of the search in the text. `current`: index of the current match in `matches`, or -1 if there is no match. */
export type Finding = { wanted: FindQuery; matches: Match[]; current: number }

export const findingKey = new PluginKey<Finding>('finding')

export const findingOf = (state: EditorState) => findingKey.getState(state)

export const findingPlugin = () =>
  new Plugin<Finding>({
    key: findingKey,
    state: {
      init: () => ({ wanted: { words: '', matchesCase: false }, matches: [], current: -1 }),
      apply(tr, before) {
        const next = tr.getMeta(findingKey)
        if (!next && !tr.docChanged) return before
        const wanted = next?.wanted ?? before.wanted
        const matches = next?.wanted || tr.docChanged ? findMatches(tr.doc, wanted) : before.matches
        if (next?.current !== undefined) return { wanted, matches, current: next.current }
        const now = before.matches[before.current]
        const at = next?.wanted || !now ? tr.selection.from : tr.mapping.map(now.from)
        return { wanted, matches, current: firstFrom(matches, at) }
      },
    },
    props: {
      decorations(state) {
        const { matches, current } = findingKey.getState(state)!
        const marks = matches.map(({ from, to }, index) =>
          Decoration.inline(from, to, { class: index === current ? 'found found-now' : 'found' }),
        )
        return DecorationSet.create(state.doc, marks)
      },
    },
  })

function firstFrom(matches: Match[], at: number): number {
  const next = matches.findIndex(({ from }) => from >= at)
  return next === -1 && matches.length > 0 ? 0 : next
}

export function search(editor: Editor, wanted: FindQuery) {
  editor.view.dispatch(editor.state.tr.setMeta(findingKey, { wanted }))
  showCurrent(editor)
}

export function goToMatch(editor: Editor, by: 1 | -1) {
  const { matches, current } = findingOf(editor.state)!
  if (matches.length === 0) return
  const next = (current + by + matches.length) % matches.length
  editor.view.dispatch(editor.state.tr.setMeta(findingKey, { current: next }))
  showCurrent(editor)
}

/** Replaces matches. The new text keeps the marks of the old text, such as bold. */
export function replace(editor: Editor, words: string, which: 'current' | 'all') {
  const { matches, current } = findingOf(editor.state)!
  const chosen = which === 'all' ? matches : matches.slice(current, current + 1)
  if (current < 0 || chosen.length === 0) return
  // Begins a new undo step, so that undo reverts only the replacement.
  const tr = closeHistory(editor.state.tr)
  for (const { from, to } of chosen.toReversed()) tr.insertText(words, from, to)
  editor.view.dispatch(tr)
  showCurrent(editor)
}

/** Selects the current match and returns the focus to the text. */
export function selectMatch(editor: Editor) {
  const { matches, current } = findingOf(editor.state) ?? { matches: [], current: -1 }
  const now = matches[current]
  const { tr } = editor.state
  if (now) editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, now.from, now.to)))
  editor.view.focus()
}

const showCurrent = (editor: Editor) =>
  editor.view.dom.querySelector('.found-now')?.scrollIntoView({ block: 'nearest' })

type FindQuery = { words: string; matchesCase: boolean }
type Match = { from: number; to: number }

const special = /[\\^$.*+?()[\]{}|/]/g

/** Finds matches in document order, never across blocks. */
function findMatches(doc: Node, { words, matchesCase }: FindQuery): Match[] {
  const matches: Match[] = []
  if (words === '') return matches
  const sought = new RegExp(words.replace(special, '\\$&'), matchesCase ? 'gu' : 'giu')
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc')
    for (const { 0: found, index } of text.matchAll(sought)) {
      const from = pos + 1 + index
      matches.push({ from, to: from + found.length })
    }
    return false
  })
  return matches
}
