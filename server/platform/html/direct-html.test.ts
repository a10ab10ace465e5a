import { expect, test } from 'vitest'
import { directHtml } from './direct-html.ts'
import { sanitizeComposedHtml, sanitizeMailHtml } from './sanitize-html.ts'

test.each([
  ['<p>Words</p><p>12</p>', '<p>Words</p><p>12</p>'],
  ['<p>Words</p><p>שלום world</p>', '<p dir="ltr">Words</p><p dir="rtl">שלום world</p>'],
  ['<p>12. <b>مرحبا</b></p>', '<p dir="rtl">12. <b>مرحبا</b></p>'],
  ['<ul><li><p>مرحبا</p></li><li>Words</li></ul>', '<ul dir="rtl"><li><p>مرحبا</p></li><li dir="ltr">Words</li></ul>'],
  [
    '<blockquote><p>שלום</p><p>Words</p></blockquote>',
    '<blockquote dir="rtl"><p>שלום</p><p dir="ltr">Words</p></blockquote>',
  ],
  [
    '<div class="table" tabindex="0"><table><tr><td>שלום</td><td>Words</td></tr></table></div>',
    '<div class="table" tabindex="0"><table><tr><td dir="rtl">שלום</td><td dir="ltr">Words</td></tr></table></div>',
  ],
  ['<div dir="rtl"><p>שלום</p><p>Words</p></div>', '<div dir="rtl"><p>שלום</p><p dir="ltr">Words</p></div>'],
  ['<p>Words</p>שלום<br>', '<p dir="ltr">Words</p>שלום<br>'],
])('%s says the direction of its blocks', (html, directed) => {
  expect(directHtml(html)).toBe(directed)
  expect(directHtml(directed)).toBe(directed)
})

test('what is mailed and what is written in a message say it', () => {
  expect(sanitizeComposedHtml('<p>שלום</p>')).toBe('<p dir="rtl">שלום</p>')
  expect(sanitizeMailHtml('<div>שלום<br></div>', { cidUrl: () => null }).html).toBe('<div dir="rtl">שלום<br /></div>')
})
