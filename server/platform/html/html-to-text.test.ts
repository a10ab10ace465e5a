import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sized } from '#test/sized.ts'
import { htmlToText } from './html-to-text.ts'

const readText = (name: string) => readFileSync(new URL(`./fixtures/texts/${name}`, import.meta.url), 'utf8')

test.each(['corners', 'gmail', 'newsletter', 'order', 'outlook'])('the mail %s reads well as text', (name) => {
  expect(`${htmlToText(readText(`${name}.mail`))}\n`).toBe(readText(`${name}.txt`))
})

test.each([
  [
    'paragraphs and line breaks',
    '<h1>Hello</h1>\n<p>One <b>two</b>\n three<br>four</p><p>five</p>',
    'Hello\n\nOne two three\nfour\n\nfive',
  ],
  ['lists', '<ul><li>a<li>b<ul><li>c</ul></ul><ol><li>d</li><li>e</li></ol>', '- a\n- b\n  - c\n\n1. d\n2. e'],
  [
    'a table row per line',
    '<table><tr><th>Order</th><th>Price</th></tr><tr><td>7</td><td>12.50</td></tr></table>',
    'Order | Price\n7 | 12.50',
  ],
  ['quotations', '<p>a</p><blockquote>b<blockquote>c</blockquote></blockquote><p>d</p>', 'a\n\n> b\n>\n>> c\n\nd'],
  [
    'links whose words do not say where they lead',
    '<a href="https://x.example/a">here</a> <a href="https://x.example">x.example</a>',
    'here (https://x.example/a) x.example',
  ],
  ['preformatted text', '<pre>if a:\n  b\n\nc</pre>', 'if a:\n  b\n\nc'],
  ['pictures with a name', '<p>See <img src="x" alt="the chart"> <img src="y"></p>', 'See [the chart]'],
  ['entities and odd spaces', 'caf&eacute;&nbsp;&amp;&#8203; bar&shy;', 'café & bar'],
])('%s read well as text', (_, html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test('what a browser does not show is left out', () => {
  const html =
    '<head><title>t</title><style>p{}</style></head><div style="display: none">preview</div><script>x()</script><p>shown</p><!-- c -->'
  expect(htmlToText(html)).toBe('shown')
})

test('words around the body, in it and behind a limit are all kept', () => {
  const html = `before<body><p>in ${'<b>x</b>'.repeat(60_000)}</p></body><p>after</p>`
  expect(htmlToText(html)).toMatch(/^before\n\nin x+[x ]+ after$/)
})

test('words survive a depth that no page has', () => {
  expect(htmlToText(`${'<div>'.repeat(5_000)}a &lt;b&gt; c`)).toBe('a <b> c')
})

const megabytes = sized(2, 9)

// A conversion with quadratic time would exceed the time limit of the test run.
test.each([
  ['words', '<b>a</b> '.repeat(megabytes * 110_000), 'a a a'],
  ['cells', '<td>a'.repeat(megabytes * 110_000), 'a | a'],
  ['brackets', '<'.repeat(megabytes * 1_000_000), '<<<<<'],
  ['entities', '&amp;'.repeat(megabytes * 200_000), '&&&&&'],
  ['lines in 400 quotations', `${'<blockquote>'.repeat(400)}${'a<br>'.repeat(megabytes * 200_000)}`, '>>>>>'],
  ['lines in 200 lists', `${'<ul><li>'.repeat(200)}${'a<br>'.repeat(megabytes * 200_000)}`, '- - -'],
  [
    'words in 400 links',
    `${'<a href="https://x.example">'.repeat(400)}${'word '.repeat(megabytes * 200_000)}`,
    'word ',
  ],
  ['elements in each other', '<div>a'.repeat(megabytes * 166_000), 'a a a'],
])('megabytes of %s become text', (_, html, expected) => {
  expect(htmlToText(html).slice(0, 5)).toBe(expected)
})
