import { expect, test } from 'vitest'
import { plainStyles } from './plain-styles.ts'

test('styles go, and their meaning stays', () => {
  expect(plainStyles('<p style="color:#000;font-weight:700">Now</p><td width="3" style="color:red">x</td>')).toBe(
    '<p class="font-semibold">Now</p><td width="3">x</td>',
  )
})

test('line breaks of plain text stay', () => {
  expect(plainStyles('<div style="white-space:pre-wrap">a\nb</div>')).toBe(
    '<div class="whitespace-pre-wrap">a\nb</div>',
  )
})

test('a style that is only written about is left alone', () => {
  expect(plainStyles('<p>Use style="color:red" here</p>')).toBe('<p>Use style="color:red" here</p>')
})
