import { createRequire } from 'node:module'
import type { HLJSApi, LanguageFn } from 'highlight.js'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import type { Document, FlowNode, Paragraph } from '#contract/writing/document.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { plainResolver } from './addresses.ts'
import { toHtml } from './to-html.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const html = (...content: FlowNode[]) => toHtml({ type: 'doc', content }, plainResolver)
const text = (words: string) => [{ type: 'text' as const, text: words }]
const code = (words: string, language: string) =>
  html({ type: 'codeBlock', attrs: { language }, content: [{ type: 'text', text: words }] })

test('marks of neighbours go on, and links are inside of none', () => {
  const bold = { type: 'bold' } as const
  const link = { type: 'link', attrs: { href: 'https://x.example/?a&b' } } as const
  expect(
    html({
      type: 'paragraph',
      content: [
        { type: 'text', text: 'a', marks: [link] },
        { type: 'text', text: 'b', marks: [link, bold] },
        { type: 'hardBreak' },
        { type: 'text', text: '<c>', marks: [link, bold, { type: 'code' }] },
        { type: 'text', text: 'd', marks: [bold] },
      ],
    }),
  ).toBe(
    '<p><a href="https://x.example/?a&amp;b" rel="noopener noreferrer">a<strong>b<br><code>&lt;c&gt;</code></strong></a><strong>d</strong></p>',
  )
})

test('headings with the same words have anchors of their own', () => {
  const heading = (words: string): FlowNode => ({ type: 'heading', attrs: { level: 2 }, content: text(words) })
  expect(html(heading('Größe & Maß'), heading('Größe  Maß'), heading('?'))).toBe(
    '<h2 id="größe--maß">Größe &amp; Maß</h2><h2 id="größe--maß-1">Größe  Maß</h2><h2 id="section">?</h2>',
  )
})

test('what a reader may not see leaves no trace', () => {
  const blind = {
    ...plainResolver,
    link: () => null,
    picture: () => null,
    file: () => null,
    include: () => null,
    list: () => null,
  }
  const document: Document = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'words', marks: [{ type: 'link', attrs: { reference: { kind: 'article', id } } }] },
        ],
      },
      { type: 'picture', attrs: { file: id, alt: 'secret', caption: 'secret' } },
      { type: 'file', attrs: { file: id, name: 'secret' } },
      { type: 'include', attrs: { reference: { kind: 'article', id } } },
      { type: 'categoryList', attrs: { reference: { kind: 'category', id } } },
    ],
  }
  expect(toHtml(document, blind)).toBe('<p>words</p>')
})

test('a video asks nobody until it is clicked', () => {
  expect(html({ type: 'video', attrs: { url: 'https://youtu.be/a_b-C123456', title: 'Tour', poster: other } })).toBe(
    `<p class="video"><a href="https://youtu.be/a_b-C123456" rel="noopener noreferrer" data-player="https://www.youtube-nocookie.com/embed/a_b-C123456"><img src="file:${other}" alt="" loading="lazy" decoding="async"><span>Tour</span></a></p>`,
  )
  expect(html({ type: 'video', attrs: { url: 'https://www.loom.com/share/x' } })).not.toContain('data-player')
})

test('widths of columns come as classes', () => {
  const cell = (width: number) => ({
    type: 'tableHeader' as const,
    attrs: { colwidth: [width] },
    content: [{ type: 'paragraph' as const }],
  })
  expect(html({ type: 'table', content: [{ type: 'tableRow', content: [cell(100), cell(300)] }] })).toContain(
    '<col class="width-25"><col class="width-75">',
  )
})

describe('of a table', () => {
  type Cell = ['th' | 'td', attrs?: { rowspan?: number; colspan?: number }]
  const cell = ([name, attrs]: Cell) => ({
    type: name === 'th' ? ('tableHeader' as const) : ('tableCell' as const),
    ...(attrs && { attrs }),
    content: [{ type: 'paragraph' as const }] as [Paragraph],
  })
  /** Renders only the cells of a table: `col ` or `row ` for a header cell, and `-` for a data cell. */
  const drawn = (...rows: Cell[][]) =>
    html({ type: 'table', content: rows.map((cells) => ({ type: 'tableRow' as const, content: cells.map(cell) })) })
      .replace(/<td[^>]*>/g, '-')
      .replace(/<th [^>]*scope="(\w+)"[^>]*>/g, '$1 ')
      .replace(/<\/?(div|table|tr|p|td|th)\b[^>]*>/g, '')
  const [head, line]: [Cell[], Cell[]] = [
    [['th'], ['th']],
    [['td'], ['td']],
  ]

  test.each<[string, Cell[][], string]>([
    ['a row of headers is the head', [head, line], '<thead>col col </thead><tbody>--</tbody>'],
    ['several are', [head, head, line], '<thead>col col col col </thead><tbody>--</tbody>'],
    ['one alone is', [head], '<thead>col col </thead>'],
    [
      'a header that reaches over both is',
      [[['th', { rowspan: 2 }], ['th']], [['th']], line],
      '<thead>col col col </thead><tbody>--</tbody>',
    ],
    [
      'one that reaches into the cells is of its column',
      [[['th', { rowspan: 2 }], ['th']], [['td']]],
      '<tbody>col col -</tbody>',
    ],
    ['one beside an empty corner is of its column', [[['td'], ['th']], line], '<tbody>-col --</tbody>'],
    ['the first of a row is of this row', [head, [['th'], ['td']]], '<thead>col col </thead><tbody>row -</tbody>'],
  ])('%s', (_, rows, expected) => {
    expect(drawn(...rows)).toBe(expected)
  })
})

test('code is coloured by classes', () => {
  expect(code('let a = "<b>"', 'ts')).toBe(
    '<pre tabindex="0"><code class="language-ts"><span class="hljs-keyword">let</span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span></code></pre>',
  )
  expect(code('a < b', 'unheard-of')).toBe('<pre tabindex="0"><code class="language-unheard-of">a &lt; b</code></pre>')
})

test('much code stays as it is, and later code too once the document has had its share', () => {
  expect(code(`// ${'a'.repeat(20_000)}`, 'js')).not.toContain('<span')
  const blocks = Array<FlowNode>(7).fill({
    type: 'codeBlock',
    attrs: { language: 'js' },
    content: [{ type: 'text', text: `// ${'a'.repeat(18_000)}` }],
  })
  expect(html(...blocks).split('<span')).toHaveLength(6)
})

test('code that a rule would never be done with stays as it is, and the next is coloured again', () => {
  const highlighter = createRequire(import.meta.url)('highlight.js/lib/core') as HLJSApi
  expect(code('return 1', 'lua')).toContain('<span')
  const own = highlighter.getLanguage('lua')!.rawDefinition!
  highlighter.registerLanguage('lua', () => ({ contains: [{ scope: 'x', begin: /(a+)+b/ }] }))
  highlighter.highlight('', { language: 'lua' })
  const endless = code('a'.repeat(100), 'lua')
  highlighter.registerLanguage('lua', own as LanguageFn)
  expect(endless).toBe(`<pre tabindex="0"><code class="language-lua">${'a'.repeat(100)}</code></pre>`)
  expect(code('return 1', 'lua')).toContain('<span')
})

const allowed = new Set(
  'p h2 h3 h4 ul ol li input pre code span hr div table colgroup col thead tbody tr th td figure img figcaption a blockquote details summary strong em s mark kbd br'.split(
    ' ',
  ),
)
const seed = seedOfRun()
const random = seeded(seed)

test(`no document makes HTML of anything but known elements, closed in order (SEED=${seed})`, () => {
  for (let run = 0; run < Number(process.env.DOCUMENT_RUNS ?? 100); run++) {
    const made = toHtml(checkDocument(generateDocument(random)).document!, plainResolver)
    expect(faultsIn(made)).toEqual([])
  }
})

function faultsIn(made: string): string[] {
  const faults: string[] = []
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (!allowed.has(name)) faults.push(name)
      faults.push(...Object.keys(attributes).filter((attribute) => /^(on|style$)/.test(attribute)))
    },
    onclosetag(name, isImplied) {
      if (open.pop() !== name || (isImplied && !/^(input|hr|col|img|br)$/.test(name))) faults.push(`/${name}`)
    },
  })
  parser.end(made)
  return faults
}

test('a text that goes from right to left says so in each block where the direction changes', () => {
  const line = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] })
  const list = {
    type: 'bulletList' as const,
    content: [{ type: 'listItem' as const, content: [line('مرحبا')] as never }],
  }
  expect(html(line('שלום world'), line('Words'), list)).toBe(
    '<p dir="rtl">שלום world</p><p dir="ltr">Words</p><ul dir="rtl"><li>مرحبا</li></ul>',
  )
  expect(html(line('Words'))).toBe('<p>Words</p>')
})
