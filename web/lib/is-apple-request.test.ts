import { expect, test } from 'vitest'
import { isAppleRequest } from './is-apple-request.ts'

test.each([
  ['a Mac by its hint', { 'sec-ch-ua-platform': '"macOS"' }, true],
  ['a Mac by its name', { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' }, true],
  ['an iPad', { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)' }, true],
  ['Windows', { 'sec-ch-ua-platform': '"Windows"', 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' }, false],
  ['nobody in particular', {}, false],
])('the keys of %s', (_case, headers, expected) => {
  expect(isAppleRequest(new Headers(headers))).toBe(expected)
})
