import { expect, test } from 'vitest'
import { documentLimits } from '#contract/writing/document.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { hostileValue } from '#test/faults/fuzz/hostile-values.ts'
import { type Random, seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { checkDocument } from './check-document.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const paragraph = (text: string, marks?: unknown) => ({ type: 'paragraph', content: [{ type: 'text', text, marks }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const linked = (attrs: unknown) => doc(paragraph('x', [{ type: 'link', attrs }]))
const nested = (levels: number) => {
  let node: unknown = paragraph('x')
  for (let level = 0; level < levels; level++) node = { type: 'blockquote', content: [node] }
  return doc(node)
}

test('what an editor sends is kept in one form', () => {
  const sent = doc(
    {
      type: 'paragraph',
      attrs: { id: null },
      content: [
        { type: 'text', text: 'a\n', marks: [] },
        { type: 'text', text: 'b' },
        { type: 'text', text: '' },
        { type: 'hardBreak', marks: [{ type: 'bold' }] },
        { type: 'text', text: 'c\u0000', marks: [{ type: 'italic' }, { type: 'bold' }] },
        { type: 'text', text: 'd', marks: [{ type: 'bold', attrs: {} }, { type: 'italic' }] },
      ],
    },
    {
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { checked: false }, content: [{ type: 'paragraph', content: [] }] }],
    },
    {
      type: 'orderedList',
      attrs: { start: 1, type: null },
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
    },
  )
  delete (sent.content[0] as { attrs?: unknown }).attrs
  delete (sent.content[2] as { attrs: { type?: unknown } }).attrs.type
  expect(checkDocument(sent).document).toEqual(
    doc(
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'a b' },
          { type: 'hardBreak' },
          { type: 'text', text: 'cd', marks: [{ type: 'bold' }, { type: 'italic' }] },
        ],
      },
      { type: 'taskList', content: [{ type: 'taskItem', content: [{ type: 'paragraph' }] }] },
      { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
    ),
  )
})

test('an empty document is one empty paragraph', () => {
  expect(checkDocument({ type: 'doc' }).document).toEqual(doc({ type: 'paragraph' }))
})

test.each([
  ['no object', 5, 'document'],
  ['another root', paragraph('x'), 'document'],
  ['an unknown node', doc({ type: 'script' }), 'document.content[0].type'],
  ['a name of every object', doc({ type: 'constructor' }), 'document.content[0].type'],
  ['an unknown field', doc({ ...paragraph('x'), role: 'admin' }), 'document.content[0].role'],
  ['an own __proto__', JSON.parse('{"type":"doc","__proto__":{"a":1}}'), 'document.__proto__'],
  ['an unknown attribute', doc({ type: 'paragraph', attrs: { style: 'x' } }), 'document.content[0].attrs.style'],
  [
    'a heading of the page’s own level',
    doc({ type: 'heading', attrs: { level: 1 } }),
    'document.content[0].attrs.level',
  ],
  ['a heading without level', doc({ type: 'heading' }), 'document.content[0].attrs.level'],
  ['a node in a wrong place', doc({ type: 'listItem', content: [paragraph('x')] }), 'document.content[0]'],
  ['text outside of a block', doc({ type: 'text', text: 'x' }), 'document.content[0]'],
  [
    'an item without a paragraph first',
    doc({ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'horizontalRule' }] }] }),
    'document.content[0].content[0].content[0]',
  ],
  ['an empty list', doc({ type: 'bulletList' }), 'document.content[0].content[0]'],
  [
    'details without content',
    doc({ type: 'details', content: [{ type: 'detailsSummary' }] }),
    'document.content[0].content[1]',
  ],
  [
    'five columns',
    doc({ type: 'columns', content: Array(5).fill({ type: 'column', content: [paragraph('x')] }) }),
    'document.content[0].content[4]',
  ],
  [
    'columns in a column',
    doc({ type: 'columns', content: [{ type: 'column', content: [{ type: 'columns' }] }] }),
    'document.content[0].content[0].content[0]',
  ],
  ['an unknown mark', doc(paragraph('x', [{ type: 'blink' }])), 'document.content[0].content[0].marks[0].type'],
  [
    'a mark twice',
    doc(paragraph('x', [{ type: 'bold' }, { type: 'bold' }])),
    'document.content[0].content[0].marks[1]',
  ],
  [
    'marked code',
    doc({ ...paragraph('x', [{ type: 'bold' }]), type: 'codeBlock' }),
    'document.content[0].content[0].marks',
  ],
  [
    'a picture that is no file',
    doc({ type: 'picture', attrs: { file: 'https://x.example' } }),
    'document.content[0].attrs.file',
  ],
  [
    'a picture that leads astray',
    doc({ type: 'picture', attrs: { file: id, link: { href: 'javascript:1' } } }),
    'document.content[0].attrs.link.href',
  ],
  [
    'a video of an unknown host',
    doc({ type: 'video', attrs: { url: 'https://youtube.com.evil.example/x' } }),
    'document.content[0].attrs.url',
  ],
  [
    'a list of an article',
    doc({ type: 'categoryList', attrs: { reference: { kind: 'article', id } } }),
    'document.content[0].attrs.reference.kind',
  ],
  [
    'a link to two places',
    linked({ href: '/', reference: { kind: 'article', id } }),
    'document.content[0].content[0].marks[0].attrs',
  ],
  [
    'an anchor that is none',
    linked({ reference: { kind: 'article', id, anchor: '"><b>' } }),
    'document.content[0].content[0].marks[0].attrs.reference.anchor',
  ],
  [
    'widths of other columns',
    doc({
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ type: 'tableCell', attrs: { colwidth: [5, 5] }, content: [paragraph('x')] }] },
      ],
    }),
    'document.content[0].content[0].content[0].attrs.colwidth',
  ],
  [
    'a table of 60 columns',
    doc({
      type: 'table',
      content: [{ type: 'tableRow', content: Array(60).fill({ type: 'tableCell', content: [paragraph('x')] }) }],
    }),
    'document.content[0].content[0].content[50]',
  ],
  ['a depth of 31', nested(30), `document${'.content[0]'.repeat(31)}`],
  ['a depth of 100,000', nested(100_000), `document${'.content[0]'.repeat(31)}`],
])('%s is refused, and its place is named', (_, value, path) => {
  expect(checkDocument(value).fault).toMatchObject({ path, message: expect.stringMatching(/^[A-Z].{10,}[^.]$/) })
})

test('thirty levels are taken', () => {
  expect(checkDocument(nested(28)).fault).toBeUndefined()
})

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' \u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:///evil.example',
  'https://me@evil.example/',
  'x:y',
  '',
  `https://x.example/${'a'.repeat(3_000)}`,
])('a link to %j is refused', (href) => {
  expect(checkDocument(linked({ href })).fault?.path).toBe('document.content[0].content[0].marks[0].attrs.href')
})

test.each([
  ['https://x.example', 'https://x.example'],
  [' https://x.example/a b', 'https://x.example/a%20b'],
  ['mailto:me@x.example', 'mailto:me@x.example'],
  ['tel:+3851', 'tel:+3851'],
  ['/a?b=c:d#e', '/a?b=c:d#e'],
  ['../a/b:c', '../a/b:c'],
  ['#größe', '#größe'],
  ['/a"><script>', '/a%22%3E%3Cscript%3E'],
])('a link to %j is kept as %j', (href, kept) => {
  expect(JSON.stringify(checkDocument(linked({ href })).document)).toContain(JSON.stringify({ href: kept }))
})

test('a document of too many parts, or too much text, is refused', () => {
  expect(checkDocument(doc(...Array(documentLimits.nodes).fill({ type: 'paragraph' }))).fault?.path).toBe(
    'document.content[19999]',
  )
  expect(checkDocument(doc(paragraph('é'.repeat(600_000)))).fault?.path).toBe('document.content[0].content[0]')
})

test('a document that includes more than fifty parts of articles is refused at the first one too many', () => {
  const include = { type: 'include', attrs: { reference: { kind: 'article', id } } }
  expect(checkDocument(doc(...Array(50).fill(include))).fault).toBeUndefined()
  expect(checkDocument(doc(paragraph('x'), ...Array(60).fill(include))).fault).toEqual({
    path: 'document.content[51]',
    message: 'An article includes at most 50 parts of other articles',
  })
})

const seed = seedOfRun()
const random = seeded(seed)
const runs = Number(process.env.DOCUMENT_RUNS ?? 100)

test(`every generated document passes as it is (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const document = generateDocument(random)
    expect(checkDocument(document)).toEqual({ document })
  }
})

test(`a document with something hostile in it is refused or made harmless, and never an error (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const { document, fault } = checkDocument(withSomethingHostile(generateDocument(random), random))
    expect(document ? checkDocument(document) : fault!.path).toEqual(document ? { document } : expect.any(String))
  }
})

/** A copy in which one place, found by going down at random, holds another value. */
function withSomethingHostile(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return hostileValue(random)
  const keys = Object.keys(value)
  if (keys.length === 0) return hostileValue(random)
  const key = random.pick(keys)
  const changed = withSomethingHostile((value as Record<string, unknown>)[key], random)
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed }
}
