import { expect, test } from 'vitest'
import type { Document, LinkTarget } from '#contract/writing/document.ts'
import { leadToArticles } from './lead-to-articles.ts'

const file = '01890000-0000-7000-8000-00000000000f'
const reference = { kind: 'article' as const, id: '01890000-0000-7000-8000-00000000000a', anchor: 'how-long' }
const own = 'https://acme.example/knowledgebase/article/refunds#how-long'

const leading = (link: LinkTarget): Document => ({
  type: 'doc',
  content: [
    {
      type: 'blockquote',
      content: [{ type: 'paragraph', content: [words(link), words({ href: 'https://a.example/' })] }],
    },
    { type: 'picture', attrs: { file, link } },
  ],
})
const words = (attrs: LinkTarget) => ({
  type: 'text' as const,
  text: 'there',
  marks: [{ type: 'bold' as const }, { type: 'link' as const, attrs }],
})

test('words and pictures that lead to the address of an article lead to the article', () => {
  expect(leadToArticles(leading({ href: own }), [{ href: own, reference }])).toEqual(leading({ reference }))
  expect(leadToArticles(leading({ href: own }), [])).toEqual(leading({ href: own }))
})
