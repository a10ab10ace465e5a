import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settlePictures } from '#contract/writing/read-document.ts'
import { plainResolver } from '#server/writing/documents/render/addresses.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'
import { fromHtml } from './from-html.ts'

const readFixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

test.each(['google-docs', 'word', 'word-web', 'notion', 'vscode'])(
  'what is copied from %s keeps its form and loses its junk',
  (name) => {
    const { document } = fromHtml(readFixture(`${name}.clipboard`))
    expect(toMarkdown(document, plainResolver)).toBe(readFixture(`${name}.md`))
  },
)

test('pictures that a program keeps to itself are counted, and their names stand in their places', () => {
  const { lost, pictures } = fromHtml(readFixture('notion.clipboard'))
  expect(lost).toBe(1)
  expect(pictures).toHaveLength(1)
  expect(fromHtml(readFixture('google-docs.clipboard'))).toMatchObject({ lost: 0, pictures: [expect.anything()] })
})

const markdownOf = (html: string) => toMarkdown(fromHtml(html).document, plainResolver)

test('lines of a terminal are code, with what stands between them', () => {
  const html =
    '<DIV STYLE="font-family:Consolas;white-space:pre;"><SPAN>$ ls</SPAN><BR>  a.txt&nbsp; b.txt<BR><BR><div><br></div>$ </DIV>'
  expect(markdownOf(`<p>It says:</p>${html}`)).toBe('It says:\n\n```\n$ ls\n  a.txt  b.txt\n\n\n$\n```\n')
})

test.each([
  ['<div style="white-space: pre;"><div><span>npm test</span></div></div>', 'npm test\n'],
  ['<div style="white-space:pre;white-space:pre-wrap;"><div>One</div><div>Two</div></div>', 'One\n\nTwo\n'],
  ['<p><span style="white-space:pre">One</span><br><span style="white-space:pre">Two</span></p>', 'One\\\nTwo\n'],
  ['<div style="white-space: pre"><ul><li>One</li><li>Two</li></ul></div>', '- One\n- Two\n'],
])('%s is no code', (html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

const word = (level: number, sign: string, words: string, list = 'l0') =>
  `<p class=MsoListParagraph style='mso-list:${list} level${level} lfo1'><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span>${words}</p>`

test.each([
  [
    'Word',
    `${word(1, '3.', 'a')}${word(2, 'c)', 'b')}${word(2, 'd)', 'c')}${word(1, '4.', 'd')}${word(2, '4.1.', 'e')}${word(1, '1.', 'f', 'l1')}`,
    '3. a\n\n   3. b\n   4. c\n\n4. d\n   1. e\n\n1) f\n',
  ],
  [
    'an item a list with its level alone',
    '<ol><li aria-level="1">a</li></ol><ol><li aria-level="2">b</li></ol> <ol><li aria-level="1">c</li></ol>',
    '1. a\n   1. b\n2. c\n',
  ],
  [
    'an export of Google Docs',
    '<ol class="lst-kix_ab1-0 start" start="1"><li style="margin-left:36pt">a</li></ol><ul class="lst-kix_ab1-1 start"><li style="margin-left:72pt">b</li><li>c</li></ul><ol class="lst-kix_ab1-0" start="2"><li>d</li></ol>',
    '1. a\n   - b\n   - c\n2. d\n',
  ],
  [
    'items that stand further in',
    '<ul><li style="margin-left: 0.5in">a</li></ul><ul><li style="margin-left: 72pt">b</li></ul><ul><li style="margin-left: 36pt">c</li></ul>',
    '- a\n  - b\n- c\n',
  ],
  [
    'Google Docs from the second level on',
    '<ul><ul><li aria-level="2">a</li></ul><li aria-level="1">b</li></ul>',
    '- a\n\n* b\n',
  ],
  [
    'LibreOffice',
    '<ol start="4"><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol>',
    '4. a\n   - b\n5. c\n',
  ],
  [
    'Pages',
    '<ul class="ul1"><li class="li1">a</li><ul class="ul2"><li class="li1">b</li></ul><li class="li1">c</li></ul>',
    '- a\n  - b\n- c\n',
  ],
  [
    'two lists',
    '<ol><li aria-level="1">a</li><li aria-level="1">b</li></ol><ol><li aria-level="1">c</li><li aria-level="1">d</li></ol>',
    '1. a\n2. b\n\n1) c\n2) d\n',
  ],
  [
    'lists of Word as HTML',
    '<ol><li style="mso-list:l0 level1 lfo1;margin-left:0cm">a</li><ol><li style="margin-left:0cm">b</li></ol></ol>',
    '1. a\n   1. b\n',
  ],
])('lists from %s are in each other, and go on counting', (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown)
})

test('pictures wait to be taken in, and one that cannot be had leaves a link', () => {
  const read = fromHtml(
    '<p>a<img src="https://x.example/1.png" alt="One">b<img src="https://x.example/2.png">c<img src="https://x.example/1.png"><img src="file:///c/3.png"><img src="javascript:1"><img src="/open.gif" width="1" height="1"></p>',
  )
  expect(read.pictures.map(({ src }) => src)).toEqual(['https://x.example/1.png', 'https://x.example/2.png'])
  const own = '0198c0de-0000-7000-8000-000000000001'
  const settled = settlePictures(read, new Map([[read.pictures[0]!.file, own]]))
  expect(toMarkdown(settled, plainResolver)).toBe(
    `a\n\n![One](file:${own})\n\nb\n\n<https://x.example/2.png>\n\nc\n\n![](file:${own})\n`,
  )
})
