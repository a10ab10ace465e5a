import { expect, test } from 'vitest'
import { checkDocument } from '#server/documents/check/check-document.ts'
import { plainAddresses } from '#server/documents/render/addresses.ts'
import { toHtml } from '#server/documents/render/to-html.ts'
import { carried } from '#test/documents/carried.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { fromHtml } from './from-html.ts'

const seed = seedOfRun()
const random = seeded(seed)
const runs = Number(process.env.DOCUMENT_RUNS ?? 100)

test(`what is written as HTML is read as the same document (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const document = carried(checkDocument(generateDocument(random)).document!)
    const html = toHtml(document, plainAddresses)
    expect(fromHtml(html), html).toEqual({ document, pictures: [], lost: 0, isCut: false, leftOut: [] })
  }
})

const soup = [
  ...[
    '<p>',
    '</p>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<ol start="-5">',
    '<table>',
    '<tr>',
    '<td colspan="99">',
    '<th rowspan=9>',
  ],
  ...[
    '<div class="columns">',
    '<div class="column">',
    '<details>',
    '<summary>',
    '<h1>',
    '<h6>',
    '</h1>',
    '<pre>',
    '<code class="language-x y">',
  ],
  ...[
    '<a href="javascript:1">',
    '<a href="https://x.example/a b">',
    '</a>',
    '<b>',
    '</b>',
    '<span style="font-weight:700">',
    '<svg><p>',
  ],
  ...[
    '<img src="https://x.example/1.png" width="9e9">',
    '<iframe src="https://www.youtube.com/embed/a_b-C123456"></iframe>',
    '<br>',
    '<hr>',
  ],
  ...[
    '<p class="video"><a href="https://vimeo.com/1">',
    '<p class=file><a href="file:0198c0de-0000-7000-8000-000000000001">',
    '<blockquote>',
    '</div>',
  ],
  ...[
    '<ol class="steps">',
    '<p class="step-title">',
    '<p style="mso-list:l0 level9 lfo1">',
    '<ol><li aria-level="7" data-aria-posinset="3">',
    '<div class="ListContainerWrapper">',
    '<div class="include" data-from="x">',
    '<figure>',
    'words',
    ' ',
  ],
  ...[
    '<input type="checkbox" checked>',
    '<template>',
    '<math>',
    '<!--',
    '-->',
    '&#0;',
    '&#xD800;',
    '\u0000',
    '<col width="5">',
    '<colgroup>',
    '<style>',
  ],
]

test(`any HTML becomes a document, with its form (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const html = Array.from({ length: random.below(200) }, () => random.pick(soup)).join('')
    const { document, isCut } = fromHtml(html)
    expect(checkDocument(document), html).toEqual({ document })
    expect(isCut, html).toBe(false)
  }
})

test.each([
  ['elements in each other', '<div>'.repeat(200_000)],
  ['lists in each other', '<ul><li>a'.repeat(400)],
  ['quotes in each other', '<blockquote>a'.repeat(490)],
  ['tables in each other', '<table><tr><td>a'.repeat(160)],
  ['marks in each other', '<b><i>a'.repeat(240)],
  ['paragraphs', '<p>a'.repeat(100_000)],
  ['breaks', 'a<br>'.repeat(100_000)],
  ['cells', `<table><tr>${'<td>a'.repeat(40_000)}`],
  ['items', `<ul>${'<li>a'.repeat(40_000)}`],
  ['spans of columns', `<table>${'<tr><td colspan=50 rowspan=999>a'.repeat(9_000)}`],
  ['words of Word', '<p style="mso-list:l0 level1 lfo1">a</p>'.repeat(9_000)],
  ['levels', Array.from({ length: 9_000 }, (_, at) => `<ul><li aria-level="${at}">a</ul>`).join('')],
  ['lists in each other with their levels', '<ul><li aria-level="1">a</li>'.repeat(90)],
  ['one word', 'x'.repeat(5_000_000)],
  ['brackets', '<'.repeat(5_000_000)],
  ['styles', `<span style="${';'.repeat(3_900)}">a`.repeat(450)],
  ['pictures', '<img src="https://x.example/1.png">'.repeat(9_000)],
])('a hostile amount of %s becomes a document too', (_, html) => {
  const { document } = fromHtml(html)
  expect(checkDocument(document)).toEqual({ document })
  expect(document.content.length).toBeGreaterThan(0)
})

test('what stands in the head of a table is a header, also where it is written as a cell', () => {
  const { document } = fromHtml(
    '<table><thead><tr><td>Plan</td></tr></thead><tbody><tr><td>Free</td></tr></tbody></table>',
  )
  expect(document.content[0]).toMatchObject({
    content: [{ content: [{ type: 'tableHeader' }] }, { content: [{ type: 'tableCell' }] }],
  })
})
