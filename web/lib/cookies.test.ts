import { expect, test } from 'vitest'
import { readCookie } from './cookies.ts'

test.each([
  ['the one asked for', 'a=1; theme=dark;b=2', 'dark'],
  ['a decoded one', 'theme=a%20b', 'a b'],
  ['an empty one', 'theme=', ''],
  ['none where only a longer name fits', 'my-theme=dark; theme2=light', undefined],
  ['none that cannot be decoded', 'theme=%E0%A4', undefined],
  ['none without a header', null, undefined],
])('reads %s', (_case, header, value) => {
  expect(readCookie(header, 'theme')).toBe(value)
})
