import { expect, test } from 'vitest'
import { cleanComposed } from './compose-text.ts'

const fileId = '01890000-0000-7000-8000-000000000000'

test('plain text becomes paragraphs with its lines and its links', () => {
  expect(cleanComposed({ text: 'Hello,\nsee https://example.org/a?b=1&c=2.\n\nBye <3' })).toEqual({
    html: '<p>Hello,<br />see <a href="https://example.org/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">https://example.org/a?b=1&amp;c=2</a>.</p><p>Bye &lt;3</p>',
    text: 'Hello,\nsee https://example.org/a?b=1&c=2.\n\nBye <3',
  })
})

test('formatting stays, scripts and handlers do not', () => {
  const { html } = cleanComposed({ html: '<p onclick="x()">A <b>b</b><script>c()</script></p>' })
  expect(html).toBe('<p>A <b>b</b></p>')
})

test('pictures stay when they are files of ours, and know their file alone', () => {
  const { html } = cleanComposed({
    html: `<p><img src="https://files.example/image/token" data-file="${fileId}" alt="Lamp"><img src="https://spy.example/x.gif"></p>`,
  })
  expect(html).toContain(`data-file="${fileId}"`)
  expect(html).not.toMatch(/src=|spy/)
})

test('nothing but white space says nothing', () => {
  expect(cleanComposed({ text: ' \n\n ' })).toEqual({ html: '', text: '' })
})
