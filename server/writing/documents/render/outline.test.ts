import { expect, test } from 'vitest'
import type { Document, FlowNode } from '#contract/writing/document.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { generateDocument } from '#test/documents/generate-document.ts'
import { seeded, seedOfRun } from '#test/faults/fuzz/seeded.ts'
import { plainResolver } from './addresses.ts'
import { headingsOf, sectionAt, sectionsOf } from './outline.ts'
import { referencesOf } from './references-of.ts'
import { toHtml } from './to-html.ts'
import { excerptOf, toText } from './to-text.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const p = (words: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] })
const h = (level: 2 | 3, words: string): FlowNode => ({ type: 'heading', attrs: { level }, content: p(words).content })
const document: Document = {
  type: 'doc',
  content: [
    p('Before all.'),
    h(2, 'Set up'),
    {
      type: 'steps',
      content: [
        { type: 'step', content: [{ type: 'stepTitle', content: p('Install').content }, p('Run it.'), h(3, 'Set up')] },
      ],
    },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            p('one'),
            { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [p('two')] }] },
          ],
        },
      ],
    },
    h(2, 'Last'),
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', content: [p('a')] },
            { type: 'tableCell', content: [p('b')] },
          ],
        },
      ],
    },
    { type: 'picture', attrs: { file: id, alt: 'The chart', link: { href: '#last' } } },
  ],
}

test('headings are told with their anchors and places, also inside of steps', () => {
  expect(headingsOf(document)).toEqual([
    { level: 2, text: 'Set up', anchor: 'set-up', path: 'document.content[1]' },
    { level: 3, text: 'Set up', anchor: 'set-up-1', path: 'document.content[2].content[0].content[2]' },
    { level: 2, text: 'Last', anchor: 'last', path: 'document.content[4]' },
  ])
})

test('a search finds the section that has the words', () => {
  expect(sectionsOf(document).map(({ anchor, text }) => [anchor, text])).toEqual([
    [null, 'Before all.'],
    ['set-up', 'Install\n\nRun it.'],
    ['set-up-1', '- one\n  3. two'],
    ['last', 'a | b\n\nThe chart'],
  ])
})

test('a section is what stands under its heading', () => {
  expect(sectionAt(document, 'set-up')?.content).toEqual(document.content.slice(1, 4))
  expect(sectionAt(document, 'nowhere')).toBeNull()
})

test('the first paragraph says what it is about, cut behind a word', () => {
  expect(excerptOf(document)).toBe('Before all.')
  expect(excerptOf({ type: 'doc', content: [p('word '.repeat(100).trim())] }, 20)).toBe('word word word word…')
})

test('all that is used is told with its place', () => {
  expect(referencesOf(document)).toEqual({
    references: [],
    pictures: [{ file: id, path: 'document.content[6]' }],
    files: [],
    entries: [],
    links: [{ href: '#last', path: 'document.content[6]' }],
  })
})

const seed = seedOfRun()
const random = seeded(seed)

test(`anchors of the outline are those of the HTML, no word is lost, and every section is found (SEED=${seed})`, () => {
  for (let run = 0; run < Number(process.env.DOCUMENT_RUNS ?? 100); run++) {
    const made = checkDocument(generateDocument(random)).document!
    const anchors = headingsOf(made).map(({ anchor }) => anchor)
    const ids = [...toHtml(made, plainResolver).matchAll(/<h\d id="([^"]*)"/g)].map(([, found]) => found!)
    expect(ids).toEqual(anchors)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(sectionsOf(made).flatMap(({ anchor }) => anchor ?? [])).toEqual(anchors)
    expect(anchors.filter((anchor) => sectionAt(made, anchor)?.content[0]?.type !== 'heading')).toEqual([])
    const whole = toText(made).replace(/[^\p{L}]/gu, '').length
    const parts = sectionsOf(made)
      .map(({ heading, text }) => `${heading ?? ''}${text}`)
      .join('')
    expect(parts.replace(/[^\p{L}]/gu, '').length).toBe(whole)
  }
})
