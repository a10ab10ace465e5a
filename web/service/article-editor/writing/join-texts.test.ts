import { expect, test } from 'vitest'
import type { Document } from '#contract/document.ts'
import { joinTexts, type Text } from './join-texts.ts'

const doc = (...texts: string[]): Document => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const theirs: Text = {
  title: 'Theirs',
  excerpt: '',
  metaTitle: '',
  metaDescription: 'Same',
  document: doc('a', 'b', 'c'),
}
const mine = { title: 'Mine', excerpt: 'Mine', document: doc('a', 'B', 'c') }

test('of both each block that differs is there twice, theirs first, and a title that fits', () => {
  expect(joinTexts(theirs, mine, 'both')).toEqual({
    ...{ title: 'Theirs / Mine', excerpt: 'Mine', metaTitle: '', metaDescription: 'Same' },
    document: doc('a', 'b', 'B', 'c'),
  })
})

test('mine is mine where I wrote, and theirs is all of theirs', () => {
  expect(joinTexts(theirs, mine, 'mine')).toEqual({ ...theirs, ...mine })
  expect(joinTexts(theirs, mine, 'theirs')).toBe(theirs)
})
