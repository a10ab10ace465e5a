import { getSchema } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import { expect, test } from 'vitest'
import type { Document } from '#contract/writing/document.ts'
import { preventForbidden, removeForbidden } from './allowed-content.ts'
import { schemaExtensions } from './schema.ts'

const allowed = { blocks: ['bulletList'], marks: ['bold'] }

test('what is not taken stays as words', () => {
  const document: Document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title', marks: [{ type: 'italic' }] }] },
      { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Said' }] }] },
      { type: 'horizontalRule' },
      { type: 'picture', attrs: { file: '01890000-0000-7000-8000-000000000001', alt: 'A cable' } },
      { type: 'video', attrs: { url: 'https://youtu.be/a_b-C123456', title: 'How' } },
      {
        type: 'bulletList',
        content: [
          {
            type: 'listItem',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One', marks: [{ type: 'bold' }] }] }],
          },
        ],
      },
    ],
  }
  expect(removeForbidden(document, allowed).content).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'Title' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'Said' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'A cable' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'How: https://youtu.be/a_b-C123456' }] },
    document.content[5],
  ])
})

test('nothing pasted makes a part that is not taken, and a text that has one is still a text', () => {
  const schema = getSchema(preventForbidden(schemaExtensions, allowed))
  const tags = DOMParser.fromSchema(schema).rules.map((rule) => ('tag' in rule ? rule.tag : ''))
  expect(tags).toContain('ul')
  expect(tags).not.toContain('h2')
  const heading = { type: 'doc', content: [{ type: 'heading', attrs: { level: 2 } }] }
  expect(() => schema.nodeFromJSON(heading).check()).not.toThrow()
})
