import { expect, test } from 'vitest'
import type { Document } from '#contract/writing/document.ts'
import { joinTexts, type Text } from './join-texts.ts'

const doc = (...texts: string[]): Document => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const base: Text = { title: 'Begun', excerpt: '', metaTitle: '', metaDescription: 'Same', document: doc('a', 'b', 'c') }
const theirs: Text = { ...base, title: 'Theirs', document: doc('a', 'x', 'c') }
const yours: Text = { ...base, title: 'Mine', excerpt: 'Mine', document: doc('a', 'y', 'c') }

test('of both, only what differs is there twice, theirs first, and a title that fits', () => {
  const { text, lines, blocks } = joinTexts(base, theirs, yours, 'both')
  expect(text).toEqual({
    ...{ title: 'Theirs / Mine', excerpt: 'Mine', metaTitle: '', metaDescription: 'Same' },
    document: doc('a', 'x', 'y', 'c'),
  })
  expect(lines).toEqual([{ name: 'title', theirs: 'Theirs', yours: 'Mine' }])
  expect(blocks).toHaveLength(1)
})

test('either choice keeps what nobody contests of the other', () => {
  const [one, other] = [joinTexts(base, theirs, yours, 'theirs'), joinTexts(base, theirs, yours, 'yours')]
  expect(one.text).toEqual({ ...theirs, excerpt: 'Mine' })
  expect(other.text).toEqual(yours)
})

test('where nobody knows what both began from, whatever differs is asked about', () => {
  const { text, lines, blocks } = joinTexts(null, theirs, yours, 'both')
  expect([lines.length, blocks.length]).toEqual([2, 1])
  expect(text.document).toEqual(doc('a', 'x', 'y', 'c'))
})

test('a title that only one changed is no question and is not doubled', () => {
  const { text, lines } = joinTexts(base, base, { ...base, title: 'Mine' }, 'both')
  expect([text.title, lines]).toEqual(['Mine', []])
})
