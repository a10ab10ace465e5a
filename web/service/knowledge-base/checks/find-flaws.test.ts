import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { schemaExtensions } from '#web/editor/schema/schema.ts'
import { findFlaws, type KnownArticles } from './find-flaws.ts'

const schema = getSchema(schemaExtensions)
const lines = { title: 'Refunds', metaTitle: '', metaDescription: '' }
const heading = (level: number, text: string) => ({
  type: 'heading',
  attrs: { level },
  ...(text && { content: [{ type: 'text', text }] }),
})
const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Text' }] }
const picture = (alt?: string) => ({
  type: 'picture',
  attrs: { file: '01890000-0000-7000-8000-000000000001', ...(alt && { alt }) },
})
const nothing = { namesakes: [], sizes: new Map() }
const flawsOf = (content: object[], given = {}, known: KnownArticles = nothing) =>
  findFlaws({ ...lines, ...given }, schema.nodeFromJSON({ type: 'doc', content }), known).map(({ words }) => words)

test.each<[string, object[], string[]]>([
  [
    'a text with all it needs',
    [heading(2, 'A'), heading(3, 'B'), paragraph, picture('The invoice'), heading(2, 'C')],
    [],
  ],
  ['a picture without words', [paragraph, picture()], ['A picture has no alternative text']],
  ['a heading without words', [heading(2, ''), paragraph], ['A heading is empty']],
  ['a level that is skipped', [heading(2, 'A'), heading(4, 'B'), paragraph], ['“B” skips a heading level']],
  ['a text that begins too deep', [heading(3, 'A'), paragraph], ['“A” skips a heading level']],
  ['nothing written', [{ type: 'paragraph' }], ['There is no text yet']],
])('%s', (_, content, flaws) => {
  expect(flawsOf(content)).toEqual(flaws)
})

test('what search engines cut is told of the words that they show', () => {
  const long = 'x'.repeat(61)
  expect(flawsOf([paragraph], { title: long })).toEqual(['Search engines cut the title after 60 letters'])
  expect(flawsOf([paragraph], { title: long, metaTitle: 'Short' })).toEqual([])
  expect(flawsOf([paragraph], { metaDescription: 'x'.repeat(156) })).toEqual([
    'Search engines cut the description after 155 letters',
  ])
})

test('a large picture and an article of the same title are told, as long as they are so', () => {
  const sizes = new Map([[picture('').attrs.file, 3_100_000]])
  expect(flawsOf([paragraph, picture('Large')], {}, { namesakes: [], sizes })).toEqual([
    'A picture has 3.1 MB: pictures of more than 2 MB load slowly',
  ])
  const known = { namesakes: [{ id: 'other', title: 'refunds ' }], sizes: new Map() }
  expect(flawsOf([paragraph], {}, known)).toEqual(['Another article has this title'])
  expect(flawsOf([paragraph], { title: 'Returns' }, known)).toEqual([])
})
