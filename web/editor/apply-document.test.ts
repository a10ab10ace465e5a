import { type Editor, getSchema } from '@tiptap/core'
import { EditorState } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import { expect, test } from 'vitest'
import type { Document } from '#contract/document.ts'
import { applyDocument } from './apply-document.ts'
import { schemaExtensions } from './schema/schema.ts'

const schema = getSchema(schemaExtensions)
const doc = (...texts: string[]): Document => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
})

/** An editor without a page around it, in which somebody typed since `before`. */
function open(before: Document, typed?: { at: number; text: string }) {
  const start = EditorState.create({ doc: schema.nodeFromJSON(before) })
  const typing = typed && start.tr.insertText(typed.text, typed.at)
  const editor = {
    state: typing ? start.apply(typing) : start,
    view: {
      dispatch(tr: EditorState['tr']): void {
        editor.state = editor.state.apply(tr)
      },
    },
  }
  const texts = () => [...editor.state.doc.children].map(({ textContent }) => textContent)
  return { editor: editor as unknown as Editor, since: typing?.mapping ?? new Mapping(), texts }
}

test.each([
  ['a changed block', ['one', 'two', 'three'], ['one', 'TWO', 'three']],
  ['a new block', ['one', 'two'], ['one', 'between', 'two', 'behind']],
  ['a block taken out', ['one', 'two', 'three'], ['one', 'three']],
  ['all of it', ['one', 'two'], ['three']],
  ['nothing', ['one'], ['one']],
])('%s from elsewhere comes in', (_, before, after) => {
  const { editor, since, texts } = open(doc(...before))
  expect(applyDocument(editor, doc(...before), doc(...after), since)).toBe(true)
  expect(texts()).toEqual(after)
})

test('what was typed meanwhile in another block stays', () => {
  const before = doc('one', 'two', 'three')
  const { editor, since, texts } = open(before, { at: 6, text: '!!' })
  expect(applyDocument(editor, before, doc('ONE', 'two', 'THREE', 'four'), since)).toBe(true)
  expect(texts()).toEqual(['ONE', '!!two', 'THREE', 'four'])
})

test('what fell on the block that is being typed is not put over it', () => {
  const before = doc('one', 'two')
  const { editor, since, texts } = open(before, { at: 6, text: '!!' })
  expect(applyDocument(editor, before, doc('one', 'TWO'), since)).toBe(false)
  expect(texts()).toEqual(['one', '!!two'])
})
