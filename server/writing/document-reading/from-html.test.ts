import { describe, expect, test } from 'vitest'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { plainResolver } from '#server/writing/documents/render/addresses.ts'
import { toHtml } from '#server/writing/documents/render/to-html.ts'
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
    const html = toHtml(document, plainResolver)
    expect(fromHtml(html), html).toEqual({
      ...{ document, pictures: [], lost: 0, isCut: false, leftOut: [], anchors: expect.any(Map) },
    })
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
  ['levels', Array.from({ length: 24_000 }, (_, at) => `<ul><li aria-level="${at}">a</ul>`).join('')],
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

describe('what a document has no place for', () => {
  const leftOf = (html: string) => fromHtml(html).leftOut.map(({ kind, about }) => `${kind}: ${about}`)
  const written = (html: string) => JSON.stringify(fromHtml(html).document)

  test('is named, and what can be had elsewhere becomes a link', () => {
    const html = `<p>A</p><iframe src="//docs.example.com/sheet" title="The sheet"></iframe>
      <video><source src="//cdn.example.com/turn.mp4"></video><audio src="https://cdn.example.com/say.mp3"></audio>
      <object data="https://example.com/a.pdf"></object><embed src="/b.swf">
      <svg><text>Drawn</text></svg><script>call()</script><div style="display:none">Folded away</div>
      <form><input name="mail"><button>Send</button></form><img src="blob:x" alt="Lost"><p>H<sub>2</sub>O</p>
      <ul><li><table><tr><td>Cell</td></tr></table></li></ul><iframe srcdoc="<p>In it</p>"></iframe>`
    expect(leftOf(html)).toEqual([
      'drawing-dropped: Drawn',
      'script-dropped: call()',
      'hidden-dropped: Folded away',
      'embed-linked: https://docs.example.com/sheet',
      'media-linked: https://cdn.example.com/turn.mp4',
      'media-linked: https://cdn.example.com/say.mp3',
      'embed-linked: https://example.com/a.pdf',
      'embed-linked: /b.swf',
      'form-dropped: mail',
      'form-dropped: Send',
      'picture-dropped: blob:x',
      'look-dropped: sub',
      'form-flattened: Cell',
      'embed-dropped: <p>In it</p>',
    ])
    for (const link of [
      'https://docs.example.com/sheet',
      'https://cdn.example.com/turn.mp4',
      'https://example.com/a.pdf',
    ])
      expect(written(html)).toContain(`"href":"${link}"`)
  })

  test.each([
    ['<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['<iframe src="//fast.wistia.net/embed/iframe/abc123"></iframe>', 'https://fast.wistia.net/embed/iframe/abc123'],
    ['<div class="wistia_embed wistia_async_abc123 x"></div>', 'https://fast.wistia.net/embed/iframe/abc123'],
    ['<object data="https://player.vimeo.com/video/1"></object>', 'https://player.vimeo.com/video/1'],
  ])('is no video: %s', (html, url) => {
    expect(fromHtml(html)).toMatchObject({ document: { content: [{ type: 'video', attrs: { url } }] }, leftOut: [] })
  })

  test('is no picture whose address has no scheme, or which a script would have shown later', () => {
    const { pictures, leftOut } = fromHtml(
      '<img src="//a.example/1.png"><img data-src="https://a.example/2.png" src="data:image/svg+xml,x">',
    )
    expect(pictures.map(({ src }) => src)).toEqual(['https://a.example/1.png', 'https://a.example/2.png'])
    expect(leftOut).toEqual([])
  })
})

test.each([
  ['<div class="callout callout--warning">A</div>', 'warning'],
  ['<p class="note-info">A</p>', 'note'],
  ['<section class="callout-yellow"><p>A</p></section>', 'warning'],
  ['<div class="alert alert-success">A</div>', 'tip'],
  ['<div class="admonition danger">A</div>', 'warning'],
  ['<aside class="fd-callout--idea">A</aside>', 'tip'],
  ['<div class="panel-info">A</div>', 'note'],
])('a box is one, however it is spelled: %s', (html, kind) => {
  expect(fromHtml(html).document.content).toMatchObject([{ type: 'callout', attrs: { kind } }])
})

test.each(['<div class="panel">A</div>', '<p class="note-icon">A</p>', '<div class="noteworthy">A</div>'])(
  'and what is no box is none: %s',
  (html) => expect(fromHtml(html).document.content).toMatchObject([{ type: 'paragraph' }]),
)

test('an id leads to the heading that it is or stands under, also from within the text', () => {
  const html = `<p id="top">A <a href="#h_01">there</a> <a href="#step">or</a> <a href="#Set-up">so</a></p><a name="before"></a>
    <h2 id="h_01">Set <b id="in">up</b></h2><p>B</p><ul><li id="step">C</li></ul><h3>Set up</h3><h4 id="none"></h4><p>D</p>`
  const { anchors, document } = fromHtml(html)
  expect(Object.fromEntries(anchors)).toEqual({
    ...{ top: null, before: 'set-up', h_01: 'set-up', in: 'set-up', step: 'set-up', none: 'set-up-1' },
  })
  expect(JSON.stringify(document).match(/#[\w-]+/g)).toEqual(['#set-up', '#set-up', '#Set-up'])
})
