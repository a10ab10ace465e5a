import { expect, test } from 'vitest'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { plainResolver } from '#server/writing/documents/render/addresses.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'
import { toText } from '#server/writing/documents/render/to-text.ts'
import { carried } from '#test/documents/carried.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { hostileText } from '#test/faults/fuzz/hostile-values.ts'
import { seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { sized } from '#test/sized.ts'
import { fromMarkdown, splitFrontMatter } from './from-markdown.ts'

const written = `## A plain *page*

Words with **bold**, *italic*, ~~struck~~ and \`code\`, <mark>marked</mark>, a <kbd>key</kbd>, [a link](https://x.example/a_b)\\
and a second line with snake_case, 2 \\* 3 and C:\\\\.

- one
  - two
- three

* [x] done
* [ ] open

3. three
4. four

> quoted

> [!WARNING]
>
> Careful.

\`\`\`sql
select 1
\`\`\`

| Name | Price |
| --- | --: |
| A \\| B | 1.50 |

![The chart](file:0198c0de-0000-7000-8000-000000000001 "Of May")

<details>
<summary>More</summary>

Folded.

</details>

___
`

test('Markdown of a document is what a person would write', () => {
  expect(toMarkdown(fromMarkdown(written).document, plainResolver)).toBe(written)
})

test('what others write as Markdown is understood', () => {
  const { document, pictures } = fromMarkdown(
    'Title\n=====\n\nA [ref][1] and www.x.example, https://y.example.\n\n<div align="center"><img src="./a.png" width="40"></div>\n\n1) a\n2) b\n\n> [!IMPORTANT]\n> Now\n\n\tcode\n\n- [X] yes\n\n### Below\n\n[1]: https://x.example "t"\n',
  )
  expect(pictures.map(({ src }) => src)).toEqual(['./a.png'])
  expect(toMarkdown(document, { ...plainResolver, picture: () => ({ src: 'a.png' }) })).toBe(
    '## Title\n\nA [ref](https://x.example) and www.x.example, <https://y.example>.\n\n<figure><img src="a.png" alt="" width="40" loading="lazy" decoding="async"></figure>\n\n1. a\n2. b\n\n> [!NOTE]\n>\n> Now\n\n```\ncode\n```\n\n- [x] yes\n\n#### Below\n',
  )
})

test('signs that were escaped are words', () => {
  expect(toText(fromMarkdown('> \\[!NOTE]\n\n- \\[x] a\n\n\\# b \\*c\\*').document)).toBe(
    '[!NOTE]\n\n- [x] a\n\n# b *c*',
  )
})

test.each([
  ['---\ntitle: A\n---\n\nText', 'title: A', '\nText'],
  ['\ufeff---\r\ntitle: A\r\n---\r\nText', 'title: A', 'Text'],
  ['---\n---\nText', '', 'Text'],
  ['---\nText', null, '---\nText'],
  ['Text\n---\n', null, 'Text\n---\n'],
])('front matter of %j is kept apart', (text, frontMatter, markdown) => {
  expect(splitFrontMatter(text)).toEqual({ frontMatter, markdown })
})

const seed = seedOfRun()
const random = seeded(seed)
const runs = Number(process.env.DOCUMENT_RUNS ?? 100)

test(`what is written as Markdown is read as the same document (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const document = carried(checkDocument(generateDocument(random)).document!)
    const markdown = toMarkdown(document, plainResolver)
    expect(fromMarkdown(markdown), markdown).toEqual({
      ...{ document, pictures: [], lost: 0, isCut: false, leftOut: [], anchors: new Map() },
    })
  }
})

const soup = [
  ...[
    '# ',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\n\n',
    '    ',
    '\t',
    '```',
    '~~~\n',
    '**',
    '*',
    '_',
    '~~',
    '`',
    '[',
    ']',
    '](',
    '![',
    ')',
    '|',
    '\n|-|-|\n',
  ],
  ...[
    '<div>',
    '</div>',
    '<details>',
    '<!--',
    '-->',
    '<',
    '&amp;',
    '\\',
    '[^1]',
    '[^1]: ',
    '- [x] ',
    '> [!NOTE]\n',
    'words',
    ' ',
    'https://',
    '"',
  ],
]

test(`any text becomes a document (SEED=${seed})`, () => {
  for (let run = 0; run < runs; run++) {
    const pieces = Array.from({ length: random.below(150) }, () => random.pick(soup))
    const text = [...pieces, hostileText(random)].join('')
    const { document } = fromMarkdown(text)
    expect(checkDocument(document), text).toEqual({ document })
  }
})

test.each([
  '>',
  '> ',
  '- ',
  '1. ',
  '*a **a ',
  '[',
  '![',
  ']',
  '[a](',
  '`',
  '<b>',
  '|a|b|\n|-|-|\n',
  '\\',
  '[a]: b\n',
  '#',
  '~~a',
  'https://',
])('very much of %j becomes a document', (sign) => {
  const { document } = fromMarkdown(sign.repeat(sized(200_000, 500_000) / sign.length))
  expect(checkDocument(document)).toEqual({ document })
})
