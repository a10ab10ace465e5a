import { expect, test } from 'vitest'
import { lineSeeker } from './read-text.ts'

test('the lines of so many words are looked for, and of no more, since each is looked for in all of the text', () => {
  const words = Array.from({ length: 60 }, (_, at) => `word-${at}.`)
  const lineOf = lineSeeker(['', ...words].join('\n'), 50)
  expect(words.map(lineOf)).toEqual(words.map((_, at) => (at < 50 ? at + 2 : null)))
  expect(lineSeeker('one\ntwo', 1)('three')).toBeNull()
})
