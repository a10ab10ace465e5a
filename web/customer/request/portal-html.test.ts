import { expect, test } from 'vitest'
import { portalHtml } from './portal-html.ts'

test('styles go, and their meaning stays', () => {
  expect(portalHtml('<p style="color:#000;font-weight:700">Now</p><td width="3" style="color:red">x</td>')).toBe(
    '<p class="font-semibold">Now</p><td width="3">x</td>',
  )
})

test('line breaks of plain text stay', () => {
  expect(portalHtml('<div style="white-space:pre-wrap">a\nb</div>')).toBe('<div class="whitespace-pre-wrap">a\nb</div>')
})

test('a style that is only written about is left alone', () => {
  expect(portalHtml('<p>Use style="color:red" here</p>')).toBe('<p>Use style="color:red" here</p>')
})

test('a picture without words for it is not read aloud', () => {
  expect(portalHtml('<img src="a"><img alt="Rota" src="b" />')).toBe('<img alt="" src="a"><img alt="Rota" src="b" />')
})

test('a wide table can be scrolled by keyboard', () => {
  expect(portalHtml('<table border="1"><tr></tr></table>')).toBe('<table tabindex="0" border="1"><tr></tr></table>')
})
