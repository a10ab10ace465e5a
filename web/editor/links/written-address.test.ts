import { expect, test } from 'vitest'
import { addressAtEnd, addressesIn, loneAddress } from './written-address.ts'

test.each([
  ['https://example.com/doc', 'https://example.com/doc', 'https://example.com/doc'],
  ['see http://example.com', 'http://example.com', 'http://example.com/'],
  ['HTTPS://Example.com/Doc', 'HTTPS://Example.com/Doc', 'https://example.com/Doc'],
  ['https://example.com/doc.', 'https://example.com/doc', 'https://example.com/doc'],
  ['https://example.com/doc?!”', 'https://example.com/doc', 'https://example.com/doc'],
  ['(https://example.com/doc),', 'https://example.com/doc', 'https://example.com/doc'],
  ['<https://example.com/doc>', 'https://example.com/doc', 'https://example.com/doc'],
  ['https://example.com/a_(b)', 'https://example.com/a_(b)', 'https://example.com/a_(b)'],
  ['(see https://example.com/a_(b))', 'https://example.com/a_(b)', 'https://example.com/a_(b)'],
  ['https://example.com/?q=1,2&r=a.b#part', 'https://example.com/?q=1,2&r=a.b#part'],
  ['https://web.archive.org/web/2020/https://example.com/', 'https://web.archive.org/web/2020/https://example.com/'],
  ['https://example.com/größe', 'https://example.com/größe', 'https://example.com/gr%C3%B6%C3%9Fe'],
  ['请看https://example.com/doc。', 'https://example.com/doc', 'https://example.com/doc'],
  ['http://localhost:3000/x', 'http://localhost:3000/x', 'http://localhost:3000/x'],
  ['mailto:help@example.com.', 'mailto:help@example.com', 'mailto:help@example.com'],
])('at the end of %j stands %j', (text, shown, href = shown) => {
  const from = text.indexOf(shown)
  expect(addressAtEnd(text)).toEqual({ from, to: from + shown.length, href })
})

test.each([
  ['https://'],
  ['https://.'],
  ['http:///'],
  ['https:example.com'],
  ['example.com'],
  ['www.example.com'],
  ['ftp://example.com'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['tel:+12345'],
  ['mailto:'],
  ['mailto:help'],
  ['xhttps://example.com'],
  ['`https://example.com'],
  ['https://user:secret@example.com'],
  ['https://example.com/\u202egpj.exe'],
  ['https://example.com/doc and more'],
  ['https://example.com/doc '],
])('%j ends with no address', (text) => {
  expect(addressAtEnd(text)).toBeUndefined()
})

test('each address of a text is found', () => {
  const text = 'One (https://a.example/1), two https://b.example/2.\n\ufffchttps://c.example/3'
  expect(addressesIn(text).map(({ from, to }) => text.slice(from, to))).toEqual([
    'https://a.example/1',
    'https://b.example/2',
    'https://c.example/3',
  ])
})

test.each([
  [' https://example.com/doc\n', 'https://example.com/doc'],
  ['https://example.com/doc.', null],
  ['see https://example.com/doc', null],
  ['https://a.example/ https://b.example/', null],
])('%j is alone: %j', (text, href) => {
  expect(loneAddress(text)).toBe(href)
})
