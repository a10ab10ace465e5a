import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settlePictures } from '#contract/read-document.ts'
import { plainAddresses } from '#server/documents/render/addresses.ts'
import { toMarkdown } from '#server/documents/render/to-markdown.ts'
import { fromHtml } from './from-html.ts'

const readFixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')

test.each(['google-docs', 'word', 'notion', 'vscode'])(
  'what is copied from %s keeps its form and loses its junk',
  (name) => {
    const { document } = fromHtml(readFixture(`${name}.clipboard`))
    expect(toMarkdown(document, plainAddresses)).toBe(readFixture(`${name}.md`))
  },
)

const markdownOf = (html: string) => toMarkdown(fromHtml(html).document, plainAddresses)

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

test('pictures wait to be taken in, and one that cannot be had leaves a link', () => {
  const read = fromHtml(
    '<p>a<img src="https://x.example/1.png" alt="One">b<img src="https://x.example/2.png">c<img src="https://x.example/1.png"><img src="file:///c/3.png"><img src="javascript:1"><img src="/open.gif" width="1" height="1"></p>',
  )
  expect(read.pictures.map(({ src }) => src)).toEqual(['https://x.example/1.png', 'https://x.example/2.png'])
  const own = '0198c0de-0000-7000-8000-000000000001'
  const settled = settlePictures(read, new Map([[read.pictures[0]!.file, own]]))
  expect(toMarkdown(settled, plainAddresses)).toBe(
    `a\n\n![One](file:${own})\n\nb\n\n<https://x.example/2.png>\n\nc\n\n![](file:${own})\n`,
  )
})
