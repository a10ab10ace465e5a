import { type Editor, getSchema } from '@tiptap/core'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import type { Document } from '#contract/writing/document.ts'
import { isSameDocument } from '#contract/writing/merging/merge-documents.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { editDocument, wordMaker } from '#test/documents/edit-document.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { applyDocument } from './apply-document.ts'
import { schemaExtensions } from './schema/schema.ts'

const schema = getSchema(schemaExtensions)
const doc = (...texts: string[]): Document => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
})

/** Creates an editor without a page, with its cursor at `caret`. */
function open(before: Document, caret = 1) {
  const start = EditorState.create({ doc: schema.nodeFromJSON(before) })
  const editor = {
    state: start.apply(start.tr.setSelection(TextSelection.near(start.doc.resolve(caret)))),
    view: {
      dispatch(tr: EditorState['tr']): void {
        editor.state = editor.state.apply(tr)
      },
    },
  }
  const texts = () => [...editor.state.doc.children].map(({ textContent }) => textContent)
  const type = (text: string) => editor.view.dispatch(editor.state.tr.insertText(text))
  return { editor: editor as unknown as Editor, texts, type }
}

test.each([
  ['a changed block', ['one', 'two', 'three'], ['one', 'TWO', 'three']],
  ['a new block', ['one', 'two'], ['one', 'between', 'two', 'behind']],
  ['a block taken out', ['one', 'two', 'three'], ['one', 'three']],
  ['all of it', ['one', 'two'], ['three']],
  ['nothing', ['one'], ['one']],
])('%s from elsewhere comes in', (_, before, after) => {
  const { editor, texts } = open(doc(...before))
  applyDocument(editor, doc(...after))
  expect(texts()).toEqual(after)
})

test.each([
  ['before', 'two words', 'The two words', 'The two! words'],
  ['behind', 'two words', 'two words of theirs', 'two! words of theirs'],
  ['at', 'two words', 'two of them words', 'two! of them words'],
  ['that continue the word at', 'two words', 'twofold words', 'twofold! words'],
  ['that continue the last word before', 'two', 'twofold', 'twofold!'],
])('who types goes on where they typed when words come in %s the caret', (_, before, after, typed) => {
  const { editor, texts, type } = open(doc(before), 4)
  applyDocument(editor, doc(after))
  type('!')
  expect(texts()).toEqual([typed])
})

test('who types goes on in their own paragraph when another one comes in before it', () => {
  const { editor, texts, type } = open(doc('w2 and w0'), 3)
  applyDocument(editor, doc('w1', 'w2 and w0'))
  type('!')
  applyDocument(editor, doc('w1', 'w3', 'w2! and w0 later'))
  type('!')
  expect(texts()).toEqual(['w1', 'w3', 'w2!! and w0 later'])
})

const seed = seedOfRun()
test(`any text becomes any other that was made of it (SEED=${seed})`, () => {
  const random = seeded(seed)
  for (let run = 0; run < Number(process.env.DOCUMENT_RUNS ?? 100); run++) {
    const before = checkDocument(generateDocument(random)).document!
    const after = checkDocument(editDocument(random, before, wordMaker('new'))).document!
    const { editor } = open(before)
    applyDocument(editor, after)
    expect(isSameDocument(editor.state.doc.toJSON() as Document, after)).toBe(true)
  }
})
