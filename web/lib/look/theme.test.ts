import { expect, test } from 'vitest'
import { themeAttribute, themeOf } from './theme.ts'

test.each([
  ['theme=dark; isUser=true', 'dark'],
  ['isUser=true; theme=light', 'light'],
  ['my_theme=dark', 'system'],
  ['theme=purple', 'system'],
  [null, 'system'],
])('the cookie header "%s" means the %s theme', (header, theme) => {
  expect(themeOf(header)).toBe(theme)
})

test('the system theme leaves the page without an attribute', () => {
  expect(themeAttribute('system')).toBeUndefined()
})
