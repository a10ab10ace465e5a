import { expect, test } from 'vitest'
import { keepOlder } from './keep-older.ts'

const page = (ids: string, next: string | null) => ({ items: [...ids].map((id) => ({ id })), next })

test('what the first page has no room for any more stands in front of what is older', () => {
  expect(keepOlder(page('de', 'e'), page('abc', 'c'), page('xab', 'b'))).toEqual(page('cde', 'e'))
  expect(keepOlder(page('', 'c'), page('abc', 'c'), page('yxa', 'a'))).toEqual(page('bc', 'c'))
})

test('what came up into the first page stands there alone, and what is gone from it stays away', () => {
  expect(keepOlder(page('def', null), page('abc', 'c'), page('acd', 'd'))).toEqual(page('ef', null))
})

test('where something may stand between them, what is older is read again', () => {
  expect(keepOlder(page('de', 'e'), page('abc', 'c'), page('xyz', 'z'))).toBeUndefined()
  expect(keepOlder(page('', 'c'), page('abc', 'c'), page('abq', 'q'))).toBeUndefined()
})

test('behind a first page that is all there is, nothing is older', () => {
  expect(keepOlder(page('d', null), page('abc', 'c'), page('ab', null))).toBeUndefined()
})
