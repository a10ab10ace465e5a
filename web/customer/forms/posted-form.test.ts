import { expect, test } from 'vitest'
import { typedText } from './posted-form.ts'

test('a line break that a form sends as two characters is one, and nothing else changes', () => {
  const form = new FormData()
  form.set('text', ' Hello\r\n\r\n<b>there</b> ')
  expect(typedText(form)).toBe(' Hello\n\n<b>there</b> ')
})
