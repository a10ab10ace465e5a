import { expect, test } from 'vitest'
import { countWords } from './count-words.ts'

const page = (rows: number, next: string | null = null) => ({ items: Array.from({ length: rows }), next })

test.each([
  ['all of a list', { total: 1204, isNarrowed: false, page: page(25, 'x'), cursor: null }, '1,204'],
  ['a list that nobody counts', { total: null, isNarrowed: false, page: page(2), cursor: null }, undefined],
  ['what is found, on one page', { total: 1204, isNarrowed: true, page: page(2), cursor: null }, '2'],
  ['nothing found', { total: 1204, isNarrowed: true, page: page(0), cursor: null }, '0'],
  ['the first page of what is found', { total: 1204, isNarrowed: true, page: page(25, 'x'), cursor: null }, '25+'],
  ['a later page of it', { total: 1204, isNarrowed: true, page: page(25, 'x'), cursor: 'x' }, undefined],
])('%s', (_case, shown, words) => {
  expect(countWords(shown)).toBe(words)
})
