import { expect, test } from 'vitest'
import { htmlOfText } from './html-of-text.ts'

test('blank lines make paragraphs and single ones line breaks', () => {
  expect(htmlOfText(' Hello\r\nthere\n\n\nBye ')).toBe('<p>Hello<br>there</p><p>Bye</p>')
})

test('what looks like a tag is text', () => {
  expect(htmlOfText('a <b> & c')).toBe('<p>a &lt;b&gt; &amp; c</p>')
})

test('nothing stays nothing', () => {
  expect(htmlOfText(' \n ')).toBe('')
})
